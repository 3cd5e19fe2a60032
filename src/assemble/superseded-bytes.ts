/** Counts the bytes of a rollout that lie before its newest compaction: no later request carries them. */

import { type LineIndex, LineKind } from '../contract/line-index.js';

/** @param firstOwnLine first line of the file itself; its parents' come before */
export function supersededBytes(index: LineIndex, firstOwnLine: number): number {
  for (let line = index.count - 1; line >= firstOwnLine; line -= 1) {
    if (index.kinds[line] !== LineKind.compacted) continue;
    return (index.starts[line] as number) - (index.starts[firstOwnLine] as number);
  }
  return 0;
}
