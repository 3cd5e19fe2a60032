import { describe, expect, it } from 'vitest';
import { selectRequests } from '../../src/assemble/select-requests.js';
import type { AtSelector } from '../../src/contract/options.js';
import type { RequestPoint } from '../../src/rollout/find-requests.js';

const points = [3, 5, 8].map((line): RequestPoint => ({
  line,
  kind: 'first',
  inputStart: line,
  compactedLine: -1,
  turnStart: 0,
}));

/** Number and line of each request that is chosen. */
function chosen(at: AtSelector): unknown[] {
  return selectRequests(points, at, 12).map(({ at, point, isNext }) => [at, point.line, isNext]);
}

describe('selectRequests', () => {
  const all = [
    [0, 3, false],
    [1, 5, false],
    [2, 8, false],
  ];

  it('takes all, or the last', () => {
    expect(chosen({ kind: 'all' })).toEqual(all);
    expect(chosen({ kind: 'last' })).toEqual(all.slice(2));
  });

  it('takes a range, both ends included, as far as there are requests', () => {
    expect(chosen({ kind: 'range', from: 0, to: 0 })).toEqual(all.slice(0, 1));
    expect(chosen({ kind: 'range', from: 1, to: 2 })).toEqual(all.slice(1));
    expect(chosen({ kind: 'range', from: 2, to: 99 })).toEqual(all.slice(2));
  });

  it('takes the next one, which is none of those recorded', () => {
    expect(chosen({ kind: 'next' })).toEqual([[3, 12, true]]);
    expect(selectRequests([], { kind: 'next' }, 0)).toHaveLength(1);
  });

  it('takes nothing of nothing', () => {
    expect(selectRequests([], { kind: 'all' }, 5)).toEqual([]);
    expect(selectRequests([], { kind: 'last' }, 5)).toEqual([]);
  });

  it('refuses a range behind the last request', () => {
    expect(() => chosen({ kind: 'range', from: 3, to: 3 })).toThrow(
      expect.objectContaining({
        code: 'no_such_request',
        details: {
          found: '3 requests, numbered from 0',
          expected: 'request 3',
          remedy: 'see `promptmill inspect FILE`',
        },
      }),
    );
  });
});
