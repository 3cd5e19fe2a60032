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
 * @property {string | undefined} missing why it is left out here, or undefined
 */

/** What both ratios refer to. */
export const copyName = 'copy';
export const straightforwardName = 'straightforward';

const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** @returns {Contender[]} */
export function contenders() {
  const noCli = existsSync(cli) ? undefined : 'dist/cli/main.js is not built';
  const noJq = isInstalled('jq') ? undefined : 'jq is not installed';
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
    { name: 'jq', program: jq, slow: true, missing: noJq },
    { name: 'promptmill, 1 worker', program: (job) => promptmill(job, 1), missing: noCli },
    { name: 'promptmill, 2 workers', program: (job) => promptmill(job, 2), missing: noCli },
  ];
}

/** @param {{ at: At, input: string, output: string }} job @param {number} workers */
function promptmill({ at, input, output }, workers) {
  const flags = ['--at', at, '--out', output, '--workers', String(workers), '--quiet', '--force'];
  return node(cli, 'render', input, ...flags);
}

/** One process a file, as people use it: a file that jq gives up on must not end the run. @param {{ at: At, input: string, output: string }} job */
function jq({ at, input, output }) {
  const script =
    'find "$1" -name "*.jsonl" | sort | while read -r file; do jq -nRc -f "$2" "$file"; done > "$3"';
  return { command: 'sh', args: ['-c', script, 'sh', input, peer(`${at}.jq`), output] };
}

/** @param {string} program */
function isInstalled(program) {
  return spawnSync(program, ['--version']).status === 0;
}

/** @param {string} script @param {...string} args */
function node(script, ...args) {
  return { command: process.execPath, args: [script, ...args] };
}

/** @param {string} name */
function peer(name) {
  return fileURLToPath(new URL(`peers/${name}`, import.meta.url));
}
