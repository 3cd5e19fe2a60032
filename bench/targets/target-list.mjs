// What promptmill is to reach, each as a ratio of two programs measured in turns.

import { statSync } from 'node:fs';
import { join } from 'node:path';

import * as programs from './programs.mjs';

/** @typedef {import('./programs.mjs').Program} Program */

/** What the targets are measured on. @typedef {{ readonly mix: string, readonly small: string, readonly superseded: string, readonly one: string, readonly all: string }} Inputs */

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} says          what the figure is
 * @property {number} wanted
 * @property {'at least' | 'at most'} bound
 * @property {'×' | 'ms'} unit      `×`: how often the other's time holds ours; `ms`: ours beyond the other's
 * @property {Program} ours
 * @property {() => Program} other  asked when ours has run, since it may depend on what that wrote
 */

/** @param {Inputs} inputs @param {string} output a file to write to @returns {Target[]} */
export function targets({ mix, small, superseded, one, all }, output) {
  const nowhere = '/dev/null';
  const atLeast = (/** @type {number} */ wanted) =>
    /** @type {const} */ ({ wanted, bound: 'at least', unit: '×' });
  return [
    {
      name: 'start-up',
      says: 'first line of a small session, beyond an empty Node process',
      wanted: 120,
      bound: 'at most',
      unit: 'ms',
      ours: programs.firstByte(one),
      other: () => programs.emptyNode(),
    },
    {
      name: 'null-sink straightforward',
      says: '2 workers to the null device, against the straightforward program',
      ...atLeast(15),
      ours: programs.promptmill(mix, { output: nowhere, workers: 2 }),
      other: () => programs.straightforward(mix, nowhere),
    },
    {
      name: 'null-sink copy',
      says: '2 workers to the null device, against a copy through a reused buffer to it',
      ...atLeast(0.8),
      ours: programs.promptmill(mix, { output: nowhere, workers: 2 }),
      other: () => programs.copy(mix, nowhere),
    },
    {
      name: 'disk copy',
      says: 'disk to disk with 2 workers, against a plain copy',
      ...atLeast(0.9),
      ours: programs.promptmill(mix, { output, workers: 2 }),
      other: () => programs.copy(mix, output),
    },
    {
      name: 'straightforward',
      says: 'disk to disk with 1 worker, against the straightforward program',
      ...atLeast(5),
      ours: programs.promptmill(mix, { output }),
      other: () => programs.straightforward(mix, output),
    },
    {
      name: 'two workers',
      says: '2 workers to the null device, against 1 worker',
      ...atLeast(1.8),
      ours: programs.promptmill(mix, { output: nowhere, workers: 2 }),
      other: () => programs.promptmill(mix, { output: nowhere }),
    },
    {
      name: 'all requests',
      says: 'every request with 2 workers, against writing as many bytes',
      ...atLeast(1 / 1.3),
      ours: programs.promptmill(all, { output, workers: 2, at: 'all' }),
      other: () => programs.writeBytes(statSync(output).size, `${output}.copy`),
    },
    {
      name: 'small sessions',
      says: '1,000 sessions of 20 kB with 2 workers, against the straightforward program',
      ...atLeast(20),
      ours: programs.promptmill(small, { output, workers: 2 }),
      other: () => programs.straightforward(small, output),
    },
    {
      name: 'superseded',
      says: '5 GB in one file, nine tenths superseded, against wc -l',
      ...atLeast(0.8),
      ours: programs.promptmill(superseded, { output: nowhere }),
      other: () => programs.countLines(join(superseded, 'rollout.jsonl')),
    },
  ];
}
