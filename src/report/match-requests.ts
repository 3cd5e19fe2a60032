/** Pairs two sequences of requests by equality, in order, as many as can be. */

/**
 * @param wanted for each traced request the positions of all rendered ones that are equal to it, ascending
 * @returns for each traced request the position of its rendered one, or -1
 */
export function matchInOrder(wanted: readonly (readonly number[])[]): number[] {
  // A longest ascending choice: `ends[n]` is the pair with the least position that ends one of n + 1 pairs.
  const ends: Pair[] = [];
  for (const [traced, positions] of wanted.entries()) {
    // The greatest first, so that no two are taken for one traced request.
    for (const rendered of positions.toReversed()) {
      const length = countBelow(ends, rendered);
      ends[length] = { traced, rendered, before: ends[length - 1] };
    }
  }
  const matched = wanted.map(() => -1);
  for (let pair = ends.at(-1); pair !== undefined; pair = pair.before) {
    matched[pair.traced] = pair.rendered;
  }
  return matched;
}

interface Pair {
  readonly traced: number;
  readonly rendered: number;
  readonly before: Pair | undefined;
}

/** How many of `ends`, which ascend, have a position below `rendered`. */
function countBelow(ends: readonly Pair[], rendered: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle]?.rendered ?? 0) < rendered) low = middle + 1;
    else high = middle;
  }
  return low;
}
