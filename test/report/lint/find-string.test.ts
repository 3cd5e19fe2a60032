import { expect, it } from 'vitest';
import { stringsOf } from '../../../src/report/lint/find-string.js';

it('gives every string with its key and its JSON pointer', () => {
  const value = { a: 'one', list: [1, 'two', { 'x/y~z': 'three' }], none: null };
  expect([...stringsOf(value)]).toEqual([
    { key: 'a', text: 'one', path: '/a' },
    { key: 'list', text: 'two', path: '/list/1' },
    { key: 'x/y~z', text: 'three', path: '/list/2/x~1y~0z' },
  ]);
});
