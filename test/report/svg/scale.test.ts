import { describe, expect, it } from 'vitest';
import { createScale } from '../../../src/report/svg/scale.js';

describe('createScale', () => {
  it('marks a linear axis at round numbers from 0', () => {
    const { ticks, place } = createScale('linear', [3, 47]);
    expect(ticks).toEqual([0, 10, 20, 30, 40, 50]);
    expect([0, 25, 50].map(place)).toEqual([0, 0.5, 1]);
  });

  it('marks fractions without the dust of binary numbers', () => {
    expect(createScale('linear', [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('marks a logarithmic axis at powers of ten, between few of them at 2 and 5 too', () => {
    expect(createScale('log', [1, 1e5]).ticks).toEqual([1, 10, 100, 1000, 1e4, 1e5]);
    expect(createScale('log', [20, 90]).ticks).toEqual([10, 20, 50, 100]);
    expect(createScale('log', [1, 100]).place(10)).toBe(0.5);
  });

  it('has an axis for no values, and for nothing but 0', () => {
    expect(createScale('linear', []).ticks).toEqual([0, 1]);
    expect(createScale('log', [0]).ticks).toEqual([1, 2, 5, 10]);
  });
});
