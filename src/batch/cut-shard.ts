/**
 * Cuts a list of inputs into shares whose outputs, one after the other, are the output of the whole.
 *
 * The cuts go by number, not by size: shares are cut at different times and on different machines, and a session that
 * grew meanwhile would move every cut behind it, so that some would be rendered twice and some not at all.
 */

/** One of `count` shares, counted from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Where a share lies: `[from, to)`. Shares differ by one input at most, and may be empty. */
export function shardRange({ index, count }: Shard, inputs: number): ShardRange {
  return { from: cut(index, count, inputs), to: cut(index + 1, count, inputs) };
}

export interface ShardRange {
  readonly from: number;
  readonly to: number;
}

function cut(index: number, count: number, inputs: number): number {
  const least = Math.floor(inputs / count);
  return least * index + Math.min(index, inputs % count);
}
