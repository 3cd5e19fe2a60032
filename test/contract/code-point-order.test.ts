import { expect, it } from 'vitest';
import { sortByCodePoints } from '../../src/contract/code-point-order.js';

it('sorts by code points, where UTF-16 units would put U+1F600 before U+FF21', () => {
  expect(sortByCodePoints(['\u{1f600}', '\uff21', 'b', 'a', 'B', ''])).toEqual([
    '',
    'B',
    'a',
    'b',
    '\uff21',
    '\u{1f600}',
  ]);
});
