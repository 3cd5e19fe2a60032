import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/report/stats/measure-segments.js';
import { SharedHeads } from '../../../src/report/stats/shared-heads.js';

function segmentsOf(letters: string): readonly Segment[] {
  return letters
    .split('')
    .map((digest) => ({ digest, bytes: 1, tokens: 1, parts: [], images: [] }));
}

describe('SharedHeads', () => {
  it('counts leading segments that the request before has, and that any has', () => {
    const heads = new SharedHeads();
    heads.startSession();
    const first = ['abc', 'abcd', 'abx', 'abcd'].map((letters) =>
      heads.add('m', segmentsOf(letters)),
    );
    heads.startSession();
    const second = ['abcde', 'bcd'].map((letters) => heads.add('m', segmentsOf(letters)));
    expect([first, second]).toEqual([
      [
        { session: 0, corpus: 0 },
        { session: 3, corpus: 3 },
        { session: 2, corpus: 2 },
        { session: 2, corpus: 4 },
      ],
      [
        { session: 0, corpus: 4 },
        { session: 0, corpus: 0 },
      ],
    ]);
  });

  it('shares nothing between models', () => {
    const heads = new SharedHeads();
    heads.startSession();
    heads.add('m', segmentsOf('ab'));
    expect(heads.add('n', segmentsOf('ab'))).toEqual({ session: 0, corpus: 0 });
  });
});
