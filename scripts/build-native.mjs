#!/usr/bin/env node
// Builds the native addon for this machine with @napi-rs/cli, where cargo is there; without it says so and is content.
//
//   --target TRIPLE    for another machine, when its toolchain is there

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRust } from './find-rust.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const NAPI = join(REPO, 'node_modules', '@napi-rs', 'cli', 'dist', 'cli.js');
const CRATE = join('native', 'node');

const rust = findRust();
if (rust === undefined) {
  console.log('native: not built, no cargo here; the WebAssembly kernel does the work');
} else {
  const args = ['build', '--platform', '--release', '--no-js'];
  const places = ['--manifest-path', join(CRATE, 'Cargo.toml'), '--output-dir', CRATE];
  const run = spawnSync(process.execPath, [NAPI, ...args, ...places, ...process.argv.slice(2)], {
    cwd: REPO,
    stdio: 'inherit',
    env: { ...process.env, PATH: withFolder(dirname(rust.cargo)) },
  });
  process.exitCode = run.status ?? 1;
}

/** The tool calls `cargo` by its name. */
function withFolder(folder) {
  const path = process.env.PATH ?? '';
  return folder === '.' ? path : `${path}${process.platform === 'win32' ? ';' : ':'}${folder}`;
}
