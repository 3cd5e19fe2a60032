// The corpus to measure on: generated once, kept below bench/.corpus, and read once so that the page cache is warm.

import {
  closeSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { corpusPieces } from './generate/corpus-plan.mjs';
import { parseSize } from './generate/parse-size.mjs';
import { writeFiles } from './generate/write-files.mjs';
import { listFiles } from './peers/list-files.mjs';

/** Ignored by git. */
export const corpora = fileURLToPath(new URL('../.corpus', import.meta.url));

/** @typedef {{ readonly folder: string, readonly files: number, readonly bytes: number, readonly seed: string }} Corpus */

/** @param {{ size: string, seed: string }} options @returns {Corpus} */
export function prepareCorpus({ size, seed }) {
  const folder = join(corpora, `mix-${size}-${seed}`);
  // Outside of the folder, which holds nothing but rollouts; written last, so that a broken-off corpus is not used.
  const done = `${folder}.done`;
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, corpusPieces({ seed, bytes: parseSize(size) }));
    writeFileSync(done, '');
  }
  const files = listFiles(folder);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return { folder, files: files.length, bytes, seed };
}

/** @param {Corpus} corpus */
export function warm({ folder }) {
  const buffer = Buffer.allocUnsafe(1 << 20);
  for (const path of listFiles(folder)) {
    const file = openSync(path, 'r');
    while (readSync(file, buffer, 0, buffer.length, null) > 0);
    closeSync(file);
  }
}
