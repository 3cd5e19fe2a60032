/** The parts of a request told by those of the request before: stretches of it, and what is new. */

import type { ListChange } from './page-data.js';

/** A request that grew is a few numbers, however long it is. */
export function listChange(before: readonly number[], after: readonly number[]): ListChange {
  const places = new Map(before.map((id, place) => [id, place]));
  const change: number[] = [];
  /** What the next entry has to be so that the last stretch goes on. */
  let next: number | undefined;
  for (const id of after) {
    const isNext = next !== undefined && (next < 0 ? -1 - next : before[next]) === id;
    if (next !== undefined && isNext && (next >= 0 || !places.has(id))) {
      change.push((change.pop() ?? 0) + 1);
    } else {
      next = places.get(id) ?? -1 - id;
      change.push(next, 1);
    }
    next += next < 0 ? -1 : 1;
  }
  return change;
}
