/** Reads the page of a lint rule, which is shipped with the package. */

import { readFileSync } from 'node:fs';

const folder = new URL('../../docs/lint/', import.meta.url);

/** @returns Markdown */
export function readRulePage(id: string): string {
  return readFileSync(new URL(`${id}.md`, folder), 'utf8');
}
