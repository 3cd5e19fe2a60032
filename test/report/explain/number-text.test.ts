import { expect, it } from 'vitest';
import { countText, numberText, shareText } from '../../../src/report/explain/number-text.js';

it('numbers have commas, and nouns their number', () => {
  expect(numberText(1_234_567)).toBe('1,234,567');
  expect([countText(1, 'part'), countText(1200, 'part')]).toEqual(['1 part', '1,200 parts']);
});

it('only nothing is 0 %, and only all is 100 %', () => {
  expect([shareText(0, 5), shareText(1, 9_999), shareText(1, 8)]).toEqual([
    '0 %',
    '0.1 %',
    '12.5 %',
  ]);
  expect([shareText(9_999, 10_000), shareText(5, 5), shareText(0, 0)]).toEqual([
    '99.9 %',
    '100 %',
    '0 %',
  ]);
});
