import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedPrefix } from '../../../src/report/explain/shared-prefix.js';

it('the shared prefix of two bodies ends at the first byte that differs', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(200_000), fc.nat(200_000), (length, more, at) => {
      const one = Buffer.alloc(length, 7);
      const other = Buffer.alloc(length + more, 7);
      if (at < other.length) other[at] = 8;
      expect(sharedPrefix(one, other)).toBe(Math.min(length, at));
    }),
    { numRuns: 40 },
  );
});

it('bodies that are equal share all of themselves', () => {
  expect(sharedPrefix(Buffer.from('abc'), Buffer.from('abc'))).toBe(3);
  expect(sharedPrefix(Buffer.from(''), Buffer.from('abc'))).toBe(0);
});
