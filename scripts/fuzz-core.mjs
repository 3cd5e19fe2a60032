#!/usr/bin/env node
// Fuzzes the Rust core for some minutes and keeps what it found new: node scripts/fuzz-core.mjs [MINUTES]
//
// Needs a nightly toolchain and cargo-fuzz. The corpus is one file, a line of base64 an input, which the differential
// test of all kernels reads too.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const KEPT = join(REPO, 'test', 'kernels', 'fixtures', 'core-corpus.txt');

/** Longer inputs are searched, but only short ones kept: they are as good, and the file stays small. */
const MOST_KEPT_BYTES = 160;

const minutes = Number(process.argv[2] ?? 10);
const folder = mkdtempSync(join(tmpdir(), 'promptmill-fuzz-'));
try {
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus);
  for (const [index, line] of readFileSync(KEPT, 'latin1').trimEnd().split('\n').entries()) {
    writeFileSync(join(corpus, `kept-${index}`), Buffer.from(line, 'base64'));
  }
  const limits = ['-max_len=700', `-max_total_time=${Math.round(minutes * 60)}`];
  const args = ['+nightly', 'fuzz', 'run', '--fuzz-dir', '.', 'scan', corpus, '--', ...limits];
  const cwd = join(REPO, 'native', 'fuzz');
  const { status, error } = spawnSync('cargo', args, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  const lines = keep(corpus);
  console.log(`fuzz: ended with ${status}, ${lines} inputs kept`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes the corpus back as one file, in an order that does not depend on names. */
function keep(corpus) {
  const inputs = readdirSync(corpus).map((name) => readFileSync(join(corpus, name)));
  const short = inputs.filter(({ length }) => length > 2 && length <= MOST_KEPT_BYTES);
  const lines = [...new Set(short.map((input) => input.toString('base64')))].toSorted();
  writeFileSync(KEPT, `${lines.join('\n')}\n`);
  return lines.length;
}
