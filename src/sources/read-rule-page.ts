/** Reads the page of a lint rule, which is shipped with the package. */

import { readFileSync } from 'node:fs';
import { codeRoot } from '../contract/code-root.js';

/** @returns Markdown */
export function readRulePage(id: string): string {
  return readFileSync(new URL(`../docs/lint/${id}.md`, codeRoot), 'utf8');
}
