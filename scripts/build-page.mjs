#!/usr/bin/env node
// Builds the page of `explain --html` from src/report/html/page/: its frame, one style sheet and one plain script.
//
//   build-page.mjs [ROOT]
//
// What the page needs is inlined when a report is written; so the script must stand for itself. Types are checked by the
// tsconfig.json beside it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** In the order in which rules may overrule each other. */
const STYLES = ['tokens.css', 'frame.css', 'panels.css', 'parts.css', 'print.css'];

/** The package whose code is part of the script: its licence asks to go with it. */
const INCLUDED = 'd3-hierarchy';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const page = join('report', 'html', 'page');
const source = join(root, 'src', page);
if (existsSync(source)) await buildPage(source, join(root, 'dist', page));

/**
 * @param {string} source
 * @param {string} target
 */
async function buildPage(source, target) {
  mkdirSync(target, { recursive: true });
  const style = STYLES.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  writeFileSync(join(target, 'page.html'), readFileSync(join(source, 'page.html')));
  writeFileSync(join(target, 'page.css'), style);
  writeFileSync(join(target, 'page.js'), await joinScript(join(source, 'main.ts')));
}

/** @param {string} entry */
async function joinScript(entry) {
  const bundled = await rolldown({ input: entry, platform: 'browser', logLevel: 'warn' });
  const { output } = await bundled.generate({ format: 'iife', minify: true });
  const script = `/* With ${INCLUDED}:\n\n${licenceOf(INCLUDED)}*/\n${output[0].code}`;
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its own element');
  return script;
}

/** @param {string} name */
function licenceOf(name) {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(join(dirname(resolve(name)), '..', 'LICENSE'), 'utf8');
}
