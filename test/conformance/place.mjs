// Where the recordings are, which are no part of this repository.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../../shared', import.meta.url));

/** Holds `oracle`, `oracle-0.171` and `corpus`, or some of them. */
export const RECORDINGS = resolve(process.env['PROMPTMILL_RECORDINGS'] ?? beside);

/** @typedef {{ version: '0.145' | '0.171', root: string }} Release `root` is a folder of cases */

/** The releases that were recorded. @type {readonly [Release, Release]} */
export const RELEASES = [
  { version: '0.145', root: join(RECORDINGS, 'oracle') },
  { version: '0.171', root: join(RECORDINGS, 'oracle-0.171') },
];

export const CORPUS = join(RECORDINGS, 'corpus');

/** The folder whose recordings show the texts of a pack. */
export const PACK_SOURCE = RELEASES[0].root;

export const BUILTIN_PACK = fileURLToPath(new URL('../../src/packs/builtin', import.meta.url));

/** @param {string} folder */
export function isThere(folder) {
  return existsSync(folder);
}
