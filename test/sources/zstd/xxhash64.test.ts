import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Xxhash64 } from '../../../src/sources/zstd/xxhash64.js';

function hashOf(...pieces: readonly Uint8Array[]): number {
  const hash = new Xxhash64();
  for (const piece of pieces) {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
    hash.update({ bytes: piece, view, from: 0, to: piece.length });
  }
  return hash.low32();
}

describe('the checksum of zstd frames', () => {
  it.each([
    ['', 0x51d8e999],
    ['a', 0xa98c6e5b],
    ['abc', 0xad770999],
    ['hello world', 0xb21e6968],
  ])('of %j is as published', (text, expected) => {
    expect(hashOf(Buffer.from(text))).toBe(expected);
  });

  it('does not depend on how the data is cut', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, (list) => {
        expect(hashOf(...list)).toBe(hashOf(Buffer.concat(list)));
      }),
    );
  });

  it('starts over after a reset', () => {
    const hash = new Xxhash64();
    const bytes = Buffer.from('x'.repeat(77));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    hash.update({ bytes, view, from: 0, to: bytes.length });
    hash.reset();
    expect(hash.low32()).toBe(hashOf());
  });
});
