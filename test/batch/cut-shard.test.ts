import { describe, expect, it } from 'vitest';
import { shardRange } from '../../src/batch/cut-shard.js';

describe('shardRange', () => {
  it('cuts any list into any number of shares, which are the list when put together', () => {
    for (const inputs of [0, 1, 2, 6, 7, 100]) {
      for (const count of [1, 2, 3, 7, 101]) {
        const shares = Array.from({ length: count }, (_, index) =>
          shardRange({ index, count }, inputs),
        );
        const list = shares.flatMap(({ from, to }) =>
          Array.from({ length: to - from }, (_, position) => from + position),
        );
        expect(list).toEqual(Array.from({ length: inputs }, (_, position) => position));
        const sizes = shares.map(({ from, to }) => to - from);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
    }
  });
});
