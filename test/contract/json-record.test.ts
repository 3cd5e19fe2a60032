import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/contract/json-record.js';

describe('isRecord', () => {
  it('is for objects alone', () => {
    expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true]);
    expect([null, undefined, [], 'x', 1].map(isRecord)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
