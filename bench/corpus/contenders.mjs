// The programs that are compared: how each is called, and which of them is at hand.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {'last' | 'all'} At */

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {(job: { at: At, input: string, output: string }) => { command: string, args: string[] }} program
 * @property {boolean} [slow]              it gets a smaller corpus when the corpus is large
 * @property {At} [only]                   the one question it answers
 * @property {string | undefined} missing why it is left out here, or undefined
 */

/** What both ratios refer to. */
export const copyName = 'copy';
export const straightforwardName = 'straightforward';

const python = process.env['BENCH_PYTHON'] ?? 'python3';
const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** @returns {Contender[]} */
export function contenders() {
  const noCli = existsSync(cli) ? undefined : 'dist/cli/main.js is not built';
  return [
    {
      name: copyName,
      program: ({ input, output }) => node(peer('copy.mjs'), input, output),
      missing: undefined,
    },
    {
      name: straightforwardName,
      program: ({ at, input, output }) => node(peer('straightforward.mjs'), at, input, output),
      missing: undefined,
    },
    {
      name: 'straightforward, 2 threads',
      program: ({ at, input, output }) =>
        node(peer('straightforward-pool.mjs'), at, input, output, '2'),
      missing: undefined,
    },
    {
      name: 'orjson, 2 processes',
      program: ({ at, input, output }) => ({
        command: python,
        args: [peer('orjson-pool.py'), at, input, output, '2'],
      }),
      missing: withoutModule('orjson'),
    },
    {
      name: 'DuckDB, 2 threads',
      program: ({ input, output }) => ({
        command: python,
        args: [peer('duckdb-last.py'), input, output, '2'],
      }),
      only: 'last',
      slow: true,
      missing: withoutModule('duckdb'),
    },
    { name: 'jq', program: (job) => perFile('jq', job), slow: true, missing: without('jq') },
    { name: 'jaq', program: (job) => perFile('jaq', job), slow: true, missing: without('jaq') },
    { name: 'promptmill, 1 worker', program: (job) => promptmill(job, 1), missing: noCli },
    { name: 'promptmill, 2 workers', program: (job) => promptmill(job, 2), missing: noCli },
  ];
}

/** @param {{ at: At, input: string, output: string }} job @param {number} workers */
function promptmill({ at, input, output }, workers) {
  const flags = ['--at', at, '--out', output, '--workers', String(workers), '--quiet', '--force'];
  return node(cli, 'render', input, ...flags);
}

/**
 * One process a file, as people use it: a file that it gives up on must not end the run.
 * @param {'jq' | 'jaq'} program
 * @param {{ at: At, input: string, output: string }} job
 */
function perFile(program, { at, input, output }) {
  const script = `find "$1" -name "*.jsonl" | sort | while read -r file; do ${program} -nRc -f "$2" "$file"; done > "$3"`;
  return { command: 'sh', args: ['-c', script, 'sh', input, peer(`${at}.jq`), output] };
}

/** @param {string} program @returns {string | undefined} */
function without(program) {
  return spawnSync(program, ['--version']).status === 0 ? undefined : `${program} is not installed`;
}

/** @param {string} module @returns {string | undefined} */
function withoutModule(module) {
  const found = spawnSync(python, ['-c', `import ${module}`]).status === 0;
  return found ? undefined : `Python has no ${module}; set BENCH_PYTHON to one that has`;
}

/** @param {string} script @param {...string} args */
function node(script, ...args) {
  return { command: process.execPath, args: [script, ...args] };
}

/** @param {string} name */
function peer(name) {
  return fileURLToPath(new URL(`peers/${name}`, import.meta.url));
}
