// The rollouts below a folder, in the order of their paths, as every peer takes them.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.jsonl'))
    .toSorted()
    .map((path) => join(folder, path));
}
