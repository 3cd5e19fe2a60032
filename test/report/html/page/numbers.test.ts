import { describe, expect, it } from 'vitest';
import {
  counted,
  percent,
  shortBytes,
  shortCount,
} from '../../../../src/report/html/page/numbers.js';

describe('numbers', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_345, '12 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [102_373_738, '102 MB'],
  ])('tells %i bytes as %s', (bytes, text) => {
    expect(shortBytes(bytes)).toBe(text);
  });

  it.each([
    [999, '999'],
    [4200, '4.2k'],
    [1_300_000, '1.3M'],
  ])('tells %i as %s', (value, text) => {
    expect(shortCount(value)).toBe(text);
  });

  it('counts one, and more than one', () => {
    expect([counted(1, 'line'), counted(1234, 'line')]).toEqual(['1 line', '1,234 lines']);
  });

  it.each([
    [0, 0, '0 %'],
    [1, 5000, '< 0.1 %'],
    [1, 40, '2.5 %'],
    [1, 3, '33 %'],
  ])('tells %i of %i as %s', (part, whole, text) => {
    expect(percent(part, whole)).toBe(text);
  });
});
