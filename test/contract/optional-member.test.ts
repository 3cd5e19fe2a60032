import { expect, it } from 'vitest';
import { optional } from '../../src/contract/optional-member.js';

it('gives a member its value, and none where there is none', () => {
  expect(optional('a', '')).toEqual({ a: '' });
  expect(Object.keys(optional('a', undefined))).toEqual([]);
});
