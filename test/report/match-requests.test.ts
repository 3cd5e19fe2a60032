import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchInOrder } from '../../src/report/match-requests.js';

describe('pairs of equal requests', () => {
  it.each([
    ['all are equal', [[0], [1], [2]], [0, 1, 2]],
    ['some were rendered that are not traced', [[1], [4]], [1, 4]],
    ['one is equal to none', [[0], [], [2]], [0, -1, 2]],
    [
      'one is sent again',
      [
        [0, 1],
        [0, 1],
      ],
      [0, 1],
    ],
    ['one is out of order', [[5], [0], [1], [2]], [-1, 0, 1, 2]],
    ['there are none', [], []],
  ])('are found where %s', (_, wanted, expected) => {
    expect(matchInOrder(wanted)).toEqual(expected);
  });

  it('are as many as can be, in order, and equal', () => {
    const request = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(request), fc.array(request), (traced, rendered) => {
        const wanted = traced.map((one) =>
          rendered.flatMap((other, position) => (other === one ? [position] : [])),
        );
        const matched = matchInOrder(wanted);
        const pairs = matched.flatMap((position, index) =>
          position < 0 ? [] : [{ position, index }],
        );
        for (const { position, index } of pairs) expect(rendered[position]).toBe(traced[index]);
        const positions = pairs.map(({ position }) => position);
        expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
        expect(pairs.length).toBe(longestCommon(traced, rendered));
      }),
    );
  });
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const entry of one) {
    const next = [0];
    for (const [at, candidate] of other.entries()) {
      const both = candidate === entry ? (row[at] ?? 0) + 1 : 0;
      next.push(Math.max(both, row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
