import { describe, expect, it } from 'vitest';
import { foldPoint } from '../../../../src/report/html/page/fold-text.js';

describe('foldPoint', () => {
  it('leaves a short text whole', () => {
    expect(foldPoint('')).toBeUndefined();
    expect(foldPoint('x'.repeat(1600))).toBeUndefined();
    expect(foldPoint('line\n'.repeat(17))).toBeUndefined();
  });

  it('folds a long line at a length', () => {
    expect(foldPoint('x'.repeat(1601))).toBe(1200);
  });

  it('folds many lines at the end of one', () => {
    expect(foldPoint('line\n'.repeat(18))).toBe('line\n'.repeat(14).length - 1);
  });

  it('does not split a surrogate pair', () => {
    expect(foldPoint(`x${'😀'.repeat(900)}`)).toBe(1199);
  });
});
