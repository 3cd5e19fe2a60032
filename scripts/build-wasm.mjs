#!/usr/bin/env node
// Builds native/wasm and lays the module beside the code that loads it. The module is committed: users need no Rust.
//
//   --check    build it anew and compare; says so where the toolchain is not the one it was built with

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRust } from './find-rust.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const CRATE = join(REPO, 'native', 'wasm');
const TARGET = 'wasm32-unknown-unknown';
const BUILT = join(CRATE, 'target', TARGET, 'release', 'promptmill_wasm.wasm');
const SHIPPED = join(REPO, 'src', 'kernels', 'wasm', 'promptmill.wasm');
const RECORD = join(CRATE, 'built-with.json');

const isCheck = process.argv.includes('--check');
const rust = findRust();
const record = isCheck ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined;

if (record !== undefined && sha256(readFileSync(SHIPPED)) !== record.sha256) {
  fail('src/kernels/wasm/promptmill.wasm is not the module that native/wasm/built-with.json names');
} else if (rust === undefined) {
  const line = 'no cargo here';
  if (isCheck) console.log(`wasm: not rebuilt, ${line}`);
  else fail(line);
} else if (record !== undefined && record.rustc !== rust.version) {
  console.log(`wasm: not rebuilt, it was made by rustc ${record.rustc}, here is ${rust.version}`);
} else {
  const output = build(rust);
  if (output === undefined) {
    const module = readFileSync(BUILT);
    if (record === undefined) write(module, rust.version);
    else compare(module, record);
  } else if (isCheck && /target may not be installed/.test(output)) {
    console.log(`wasm: not rebuilt, rustc ${rust.version} here has no ${TARGET}`);
  } else {
    fail(output);
  }
}

/** @returns what went wrong, or undefined */
function build({ cargo }) {
  const flags = [
    '-C target-feature=+simd128,+bulk-memory',
    '-C link-arg=-zstack-size=65536',
    // Paths of this machine would stand in the module.
    `--remap-path-prefix=${join(REPO, 'native')}=native`,
  ];
  const args = ['build', '--release', '--locked', '--target', TARGET];
  const env = {
    ...process.env,
    RUSTFLAGS: flags.join(' '),
    CARGO_TARGET_DIR: join(CRATE, 'target'),
  };
  const run = spawnSync(cargo, args, { cwd: CRATE, env, encoding: 'utf8' });
  return run.status === 0 ? undefined : `${run.error?.message ?? ''}${run.stderr}`;
}

function compare(module, { sha256: expected }) {
  if (sha256(module) === expected) console.log(`wasm: rebuilt, the same ${expected}`);
  else fail('the module that was built anew differs from the committed one: run build-wasm.mjs');
}

function write(module, rustc) {
  const digest = sha256(module);
  writeFileSync(SHIPPED, module);
  writeFileSync(RECORD, `${JSON.stringify({ rustc, sha256: digest }, undefined, 2)}\n`);
  console.log(`wasm: ${module.length} bytes by rustc ${rustc}, sha256 ${digest}`);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function fail(why) {
  console.error(`wasm: ${why.trimEnd()}`);
  process.exitCode = 1;
}
