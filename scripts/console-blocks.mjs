// The commands that the documents show: reads the fenced blocks of a page and runs what is typed in them.
//
// The tests of the documents and scripts/fill-cookbook.mjs share this.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const BORDER = '\u001E';

/**
 * @typedef {object} Block
 * @property {string} language what stands behind the opening fence
 * @property {number} line of the opening fence, from 1
 * @property {readonly string[]} rows
 */

/**
 * A command of a `console` block and what is shown below it.
 *
 * @typedef {{ readonly line: string, readonly output: string }} Command
 */

/** @param {string} page Markdown @param {string} language @returns {readonly Block[]} */
export function readBlocks(page, language) {
  const lines = page.split('\n');
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []));
  return fences
    .flatMap((open, position) => {
      const close = fences[position + 1];
      if (position % 2 === 1 || close === undefined) return [];
      const info = lines[open]?.slice(3) ?? '';
      return [{ language: info, line: open + 1, rows: lines.slice(open + 1, close) }];
    })
    .filter((block) => block.language === language);
}

/**
 * Lines that begin with `$ ` are typed, those with `> ` behind them go on with the command, the others are printed.
 *
 * @param {Block} block
 * @returns {readonly Command[]}
 */
export function readCommands({ rows }) {
  const starts = rows.flatMap((row, index) => (row.startsWith('$ ') ? [index] : []));
  return starts.map((start, position) => {
    const behind = rows.slice(start + 1, starts[position + 1]);
    const end = behind.findIndex((row) => !row.startsWith('> '));
    const typed = end < 0 ? behind : behind.slice(0, end);
    return {
      line: [rows[start] ?? '', ...typed].map((row) => row.slice(2)).join('\n'),
      output: behind.slice(typed.length).join('\n'),
    };
  });
}

/** A folder that looks like a checkout, in which commands run and write. @returns {string} */
export function makeCheckout() {
  const checkout = mkdtempSync(join(tmpdir(), 'promptmill-docs-'));
  for (const name of ['dist', 'node_modules', 'package.json', 'scripts']) {
    symlinkSync(join(REPO, name), join(checkout, name));
  }
  const bin = join(checkout, 'bin');
  mkdirSync(bin);
  const main = join(REPO, 'dist/cli/main.js');
  writeFileSync(join(bin, 'promptmill'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(bin, 'promptmill'), 0o755);
  return checkout;
}

/** @param {string} checkout */
export function removeCheckout(checkout) {
  rmSync(checkout, { recursive: true });
}

/**
 * One shell runs them all, so that `$?` is that of the command before.
 *
 * @param {readonly Command[]} commands
 * @param {string} checkout
 * @returns {readonly string[]} what each printed, errors among it
 */
export function runCommands(commands, checkout) {
  const script = commands.map(
    // What is installed is what is tested.
    ({ line }) =>
      `{ ${line.replace('npm ci && ', '')}\n} 2>&1; s=$?; printf '${BORDER}'; (exit $s)`,
  );
  const { stdout } = spawnSync('sh', ['-c', script.join('\n')], {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...withoutNpm(process.env),
      PATH: [join(checkout, 'bin'), process.env['PATH']].join(delimiter),
      TMPDIR: checkout,
    },
  });
  return stdout.split(BORDER);
}

/**
 * `npm test --silent` would silence the npm of the commands as well.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutNpm(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)));
}
