import { describe, expect, it } from 'vitest';
import type { TracePart } from '../../../src/contract/trace.js';
import { leavesOf } from '../../../src/report/html/leaves.js';

function part(kind: TracePart['kind'], range: readonly [number, number], more = {}): TracePart {
  const [startBytes, endBytes] = range;
  const origin = { kind: 'protocol' } as const;
  const rule = `${kind}.test`;
  return {
    kind,
    path: '',
    parent: -1,
    startBytes,
    endBytes,
    type: 'message',
    origin,
    rule,
    ...more,
  };
}

describe('leavesOf', () => {
  it('takes fields and items without parts as they are', () => {
    const field = part('field', [1, 5]);
    const call = part('item', [6, 20], { type: 'function_call' });
    expect(leavesOf([field, call])).toEqual([
      { part: field, position: 0, item: undefined, nth: 0, bytes: 4 },
      { part: call, position: 1, item: undefined, nth: 0, bytes: 14 },
    ]);
  });

  it('takes the contents of a message, the first with what the message has around them', () => {
    const item = part('item', [10, 100]);
    const first = part('content', [20, 40], { parent: 0 });
    const second = part('content', [41, 90], { parent: 0 });
    expect(leavesOf([item, first, second])).toEqual([
      { part: first, position: 1, item, nth: 0, bytes: 41 },
      { part: second, position: 2, item, nth: 1, bytes: 49 },
    ]);
  });

  it('tells two messages apart that stand beside each other', () => {
    const one = part('item', [0, 10]);
    const other = part('item', [11, 21]);
    const inOne = part('content', [2, 8], { parent: 0 });
    const inOther = part('content', [13, 19], { parent: 2 });
    expect(leavesOf([one, inOne, other, inOther]).map(({ nth, bytes }) => [nth, bytes])).toEqual([
      [0, 10],
      [0, 10],
    ]);
  });
});
