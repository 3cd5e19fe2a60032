#!/usr/bin/env node
// Writes the bundled sample sessions anew, after the generator has changed.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

import { sampleFiles, samples } from './samples.mjs';

const folder = fileURLToPath(new URL('sessions', import.meta.url));

/** @type {Record<import('./samples.mjs').Sample['stored'], { ending: string, pack: (bytes: Buffer) => Uint8Array }>} */
const storage = {
  plain: { ending: '', pack: (bytes) => bytes },
  gz: { ending: '.gz', pack: (bytes) => zlib.gzipSync(bytes, { level: 9 }) },
  zst: { ending: '.zst', pack: zstd },
};

rmSync(folder, { recursive: true, force: true });
for (const sample of samples) {
  const { ending, pack } = storage[sample.stored];
  for (const [path, bytes] of sampleFiles(sample)) {
    const file = join(folder, path + ending);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pack(bytes));
  }
}

/** Node 22.15 brings a writer; before that the `zstd` program has to be there. @param {Buffer} bytes */
function zstd(bytes) {
  if ('zstdCompressSync' in zlib) {
    return /** @type {{ zstdCompressSync: (input: Buffer) => Buffer }} */ (zlib).zstdCompressSync(
      bytes,
    );
  }
  const run = spawnSync('zstd', ['-19', '--stdout'], { input: bytes, maxBuffer: 1 << 26 });
  if (run.status !== 0) {
    throw new Error('no writer for zst: install zstd, or use Node 22.15 or newer');
  }
  return run.stdout;
}
