/** Cuts the input files into runs: stretches that one worker renders, the same whatever the number of workers. */

import { taskBytes } from '../contract/limits.js';
import type { OutputTarget } from '../contract/protocol.js';
import type { InputEncoding } from '../sources/rollout-name.js';

/** A file to render and its length as it lies there (packed, if it is). */
export interface JobInput {
  readonly path: string;
  readonly sizeBytes: number;
  /** How it is stored; plain when left out. Only for weighing: the worker goes by the name. */
  readonly encoding?: InputEncoding | undefined;
}

/** What opening a file costs, as bytes that could have been rendered meanwhile. */
const fileCostBytes = 4 * 1024;

/** How many bytes a byte of a packed rollout becomes, about. */
const packedFactor = 8;

/**
 * Input of a run when all runs share one output. Small: the next worker can write only when it knows the sizes of a
 * whole run before it. Large enough that a run's report is no burden for the main thread.
 */
const sharedRunBytes = 512 * 1024;

/** Most part files a job makes because of its runs; a part that grows past its limit still makes another. */
const mostPartRuns = 256;

/** The first file of each run, ascending. */
export function planRuns(inputs: readonly JobInput[], kind: OutputTarget['kind']): number[] {
  const aimBytes = kind === 'parts' ? partRunBytes(inputs) : sharedRunBytes;
  const starts: number[] = [];
  let filled = Infinity;
  for (const [index, input] of inputs.entries()) {
    const bytes = workBytes(input);
    // A large file has a run of its own: what stands before it is not held up by it.
    if (filled >= aimBytes || (bytes >= aimBytes && filled > 0)) {
      starts.push(index);
      filled = 0;
    }
    filled += bytes;
  }
  return starts;
}

/** How much work the inputs are, as bytes of plain rollouts. */
export function totalWorkBytes(inputs: readonly JobInput[]): number {
  return inputs.reduce((sum, input) => sum + workBytes(input), 0);
}

function workBytes({ sizeBytes, encoding }: JobInput): number {
  const isPacked = encoding !== undefined && encoding !== 'plain';
  return sizeBytes * (isPacked ? packedFactor : 1) + fileCostBytes;
}

function partRunBytes(inputs: readonly JobInput[]): number {
  return Math.max(taskBytes, Math.ceil(totalWorkBytes(inputs) / mostPartRuns));
}
