// What `npm run bench -- …` is asked to do.

import { parseArgs } from 'node:util';

import { benches } from './benches.mjs';

/** Programs by themselves, which read the rest of the command line. */
const programs = ['corpus', 'memory', 'targets', 'scale'];

/**
 * @typedef {{ readonly kind: 'program', readonly name: string, readonly args: string[] }} ProgramCommand
 * @typedef {{ readonly kind: 'benches', readonly names: string[], readonly effort: import('./compare.mjs').Effort, readonly keeps: boolean }} BenchesCommand
 */

/**
 * @param {readonly string[]} args
 * @returns {ProgramCommand | BenchesCommand}
 * @throws {Error} when something is named that is not there
 */
export function readCommand(args) {
  const [first, ...rest] = args;
  if (first !== undefined && programs.includes(first)) {
    return { kind: 'program', name: first, args: rest };
  }
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '15' },
      'round-ms': { type: 'string', default: '20' },
      'warm-ms': { type: 'string', default: '400' },
      dry: { type: 'boolean', default: false },
    },
  });
  const effort = {
    rounds: positive(values.rounds),
    roundMs: positive(values['round-ms']),
    warmMs: positive(values['warm-ms']),
  };
  return { kind: 'benches', names: chosen(positionals), effort, keeps: !values.dry };
}

/** All, or those named: by their name, or by that of their folder. @param {string[]} asked */
function chosen(asked) {
  for (const name of asked) {
    if (benches.some((bench) => isNamed(bench, name))) continue;
    const known = [
      ...new Set(benches.map((bench) => bench.split('/')[0])),
      ...benches,
      ...programs,
    ];
    throw new Error(`no bench ${name}; there are ${known.join(', ')}`);
  }
  if (asked.length === 0) return benches;
  return benches.filter((bench) => asked.some((name) => isNamed(bench, name)));
}

/** @param {string} bench @param {string} name */
function isNamed(bench, name) {
  return bench === name || bench.startsWith(`${name}/`);
}

/** @param {string} text */
function positive(text) {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`not a positive number: ${text}`);
  return value;
}
