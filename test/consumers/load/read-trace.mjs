// Reads exports for comparison.

import { readFileSync } from 'node:fs';

/**
 * @param {string} file a Mooncake trace
 * @returns {readonly { timestamp: number, input_length: number, output_length: number, hash_ids: readonly number[] }[]}
 */
export function readTrace(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
