/** The version of this program, as its package says. */

import { readFileSync } from 'node:fs';
import { codeRoot } from '../contract/code-root.js';

export function toolVersion(): string {
  const text = readFileSync(new URL('../package.json', codeRoot), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : 'unknown';
}
