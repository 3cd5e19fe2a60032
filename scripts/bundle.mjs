#!/usr/bin/env node
// Puts the modules of dist/ together to a few files, so that a start resolves and loads tens of files less.
//
//   bundle.mjs [ROOT]
//
// Each entry keeps its place and becomes one line that leads into dist/bundle/. The modules stay beside it for tools and
// tests of this repository; the package ships the bundle.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Paths below dist/, without their ending. */
const ENTRIES = ['cli/main', 'index', 'promptfoo/index', 'worker'];

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
await bundle(join(root, 'dist'));

/** @param {string} dist */
async function bundle(dist) {
  const folder = join(dist, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  const entries = ENTRIES.filter((entry) => existsSync(join(dist, `${entry}.js`)));
  const bundled = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [entry.replace('/', '-'), join(dist, `${entry}.js`)]),
    ),
    // What is installed with the package stays a package.
    external: /^[^./]/,
    platform: 'node',
    logLevel: 'warn',
  });
  await bundled.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // What several commands share is one file; what only some of them need stays apart.
    codeSplitting: { groups: [{ name: 'core', test: isShared, minShareCount: 2 }] },
  });
  for (const entry of entries) writeFileSync(join(dist, `${entry}.js`), linkTo(entry));
}

/** @param {string} module */
function isShared(module) {
  return !/\/(?:policy\/rules|packs\/capture|export|report|expand-glob)/.test(module);
}

/** @param {string} entry */
function linkTo(entry) {
  const target = `${entry.includes('/') ? '..' : '.'}/bundle/${entry.replace('/', '-')}.js`;
  return entry === 'cli/main'
    ? `#!/usr/bin/env node\nimport '${target}';\n`
    : `export * from '${target}';\n`;
}
