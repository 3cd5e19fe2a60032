/** The parts of a request told as a change of those of the request before. */

import type { ListChange } from './page-data.js';

/** One stretch between what both begin and both end with, so that a request that grew is a few numbers. */
export function listChange(before: readonly number[], after: readonly number[]): ListChange {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < limit - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    start,
    remove: before.length - start - end,
    runs: runsOf(after.slice(start, after.length - end)),
  };
}

function runsOf(ids: readonly number[]): number[] {
  const runs: number[] = [];
  let expected = -1;
  for (const id of ids) {
    if (id === expected) {
      runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    } else {
      runs.push(id, 1);
    }
    expected = id + 1;
  }
  return runs;
}
