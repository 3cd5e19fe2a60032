#!/usr/bin/env node
// Builds src/ into dist/: compiles, copies what is not TypeScript, removes what has no source any more.
//
//   --if-stale      do nothing when src/ is as it was at the last build
//   --keep-going    type errors are reported but do not fail the build (the `types` gate judges them)

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(REPO, 'node_modules', 'typescript', 'bin', 'tsc');
const EXECUTABLES = ['cli/main.js'];

/**
 * @param {{ root?: string, ifStale?: boolean, keepGoing?: boolean }} options
 * @returns {'built' | 'fresh'}
 */
export function build({ root = REPO, ifStale = false, keepGoing = false } = {}) {
  const paths = { src: join(root, 'src'), dist: join(root, 'dist'), stamp: stampPath(root) };
  const state = fingerprint(root, paths.src);
  if (ifStale && existsSync(paths.dist) && readStamp(paths.stamp) === state) return 'fresh';

  const compiled = compile(root);
  if (!compiled && !keepGoing) throw new Error('tsc found errors');
  removeOrphans(paths);
  copyAssets(paths);
  bundle(root);
  writeManPage(root);
  markExecutables(paths.dist);
  mkdirSync(dirname(paths.stamp), { recursive: true });
  writeFileSync(paths.stamp, state);
  return 'built';
}

/** Which kernel a render will use here, and why none that is faster. */
async function kernelLine() {
  const { selectKernel } = await import('../dist/kernels/select.js');
  const { kernel, reasons } = selectKernel('auto');
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return `build: kernel ${kernel.name}${why}`;
}

function compile(root) {
  const run = spawnSync(process.execPath, [TSC, '-p', join(root, 'tsconfig.json')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return run.status === 0;
}

function bundle(root) {
  const run = spawnSync(process.execPath, [join(REPO, 'scripts', 'bundle.mjs'), root], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) throw new Error('the bundle could not be made');
}

/** From the tables of the command line, which the bundled program does not hold as one text. */
function writeManPage(root) {
  const script = join(root, 'scripts', 'write-man-page.mjs');
  if (!existsSync(script)) return;
  const run = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) throw new Error('the manual page could not be made');
}

/** A worker loads whatever lies in dist/, so a file whose source is gone must go too. */
function removeOrphans({ src, dist }) {
  for (const file of filesUnder(dist)) {
    const path = relative(dist, file);
    const stem = path.replace(/(\.d\.ts|\.js)(\.map)?$/, '');
    const hasSource = existsSync(join(src, `${stem}.ts`)) || existsSync(join(src, path));
    if (!hasSource) rmSync(file, { force: true });
  }
}

/** Texts, WASM modules and the like keep their place, so `import.meta.url` finds them from both. */
function copyAssets({ src, dist }) {
  for (const file of filesUnder(src)) {
    if (file.endsWith('.ts')) continue;
    const target = join(dist, relative(src, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

function markExecutables(dist) {
  for (const path of EXECUTABLES) {
    const file = join(dist, path);
    if (existsSync(file)) chmodSync(file, 0o755);
  }
}

function stampPath(root) {
  return join(root, '.cache', 'build-stamp');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Sizes and times, not contents: it runs before every test run and must cost nothing. */
function fingerprint(root, src) {
  const hash = createHash('sha256');
  for (const file of [...filesUnder(src), join(root, 'tsconfig.json')]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const flags = new Set(process.argv.slice(2));
    build({ ifStale: flags.has('--if-stale'), keepGoing: flags.has('--keep-going') });
    console.log(await kernelLine());
  } catch (error) {
    console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
