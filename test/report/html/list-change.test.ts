import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listChange } from '../../../src/report/html/list-change.js';
import { applyChange } from '../../../src/report/html/page/model.js';

describe('listChange', () => {
  it('tells a request that grew before its last fields by what was added', () => {
    expect(listChange([0, 1, 2, 9], [0, 1, 2, 10, 11, 12, 9])).toEqual([0, 3, -11, 3, 3, 1]);
  });

  it('tells a history that was replaced by what is left of it', () => {
    expect(listChange([0, 1, 2, 3, 4], [0, 7, 8, 2, 4])).toEqual([0, 1, -8, 2, 2, 1, 4, 1]);
  });

  it('gives the list again, whatever it is', () => {
    const list = fc.array(fc.nat(12));
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applyChange(before, listChange(before, after))).toEqual(after);
      }),
    );
  });
});
