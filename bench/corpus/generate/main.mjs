#!/usr/bin/env node
// Writes a generated corpus: node bench/corpus/generate/main.mjs --bytes 200MB --seed 1 --out DIR
//
//   --bytes SIZE       how much, near enough (default 200MB; special files have their own)
//   --seed TEXT        another seed, another corpus (default 1)
//   --out DIR          where to (default bench/.corpus/<bytes>-<seed>)
//   --shape NAME       one session of that shape instead of a mix; with --release 0.47|0.145|0.171
//   --special NAME     one file at a limit instead: long-line (300MB), over-4gib (4.1GiB)

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

import { corpusPieces } from './corpus-plan.mjs';
import { makeSession } from './make-session.mjs';
import { parseSize } from './parse-size.mjs';
import { shapes } from './shapes.mjs';
import { longLine, overFourGibibytes } from './special-files.mjs';
import { writeFiles } from './write-files.mjs';

export const corpusFolder = fileURLToPath(new URL('../../.corpus', import.meta.url));

const specials = {
  'long-line': { bytes: '300MB', make: longLine },
  'over-4gib': { bytes: '4.1GiB', make: overFourGibibytes },
};

function main() {
  const { values } = parseArgs({
    options: {
      bytes: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      shape: { type: 'string' },
      release: { type: 'string', default: '0.145' },
      special: { type: 'string' },
    },
  });
  const special = values.special === undefined ? undefined : known(specials, values.special);
  const size = values.bytes ?? special?.bytes ?? '200MB';
  const options = { seed: values.seed, bytes: parseSize(size) };
  const folder =
    values.out ??
    join(corpusFolder, `${values.special ?? values.shape ?? 'mix'}-${size}-${values.seed}`);
  const started = performance.now();
  const { files, bytes } = writeFiles(folder, pieces());
  const seconds = (performance.now() - started) / 1000;
  const rate = Math.round(bytes / 1e6 / seconds);
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder} (${rate} MB/s)`);

  function pieces() {
    if (special !== undefined) return special.make(options);
    if (values.shape === undefined) return corpusPieces(options);
    known(shapes, values.shape);
    const shape = /** @type {import('./shapes.mjs').ShapeName} */ (values.shape);
    const release = /** @type {import('./shapes.mjs').Release} */ (values.release);
    return makeSession({ ...options, shape, release });
  }
}

/**
 * @template T
 * @param {Record<string, T>} table
 * @param {string} name
 */
function known(table, name) {
  const row = table[name];
  if (row === undefined) {
    throw new Error(`not known: ${name} (expected one of ${Object.keys(table).join(', ')})`);
  }
  return row;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(`generate: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
