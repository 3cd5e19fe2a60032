import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, worldStatePatch } from '../../src/context/world-state-patch.js';

describe('worldStatePatch', () => {
  it('names removed members as null, at every depth (6.15)', () => {
    expect(worldStatePatch({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 1 } })).toEqual({
      a: null,
      b: { d: null },
    });
  });

  it('has removals first', () => {
    const patch = worldStatePatch({ a: 1, z: 1 }, { a: 2, b: 3 });
    expect(Object.keys(patch ?? {})).toEqual(['z', 'a', 'b']);
  });

  it('replaces whole what is no object, arrays too', () => {
    expect(
      worldStatePatch({ a: [1, 2], b: 'x', c: { d: 1 } }, { a: [1], b: { d: 1 }, c: 'y' }),
    ).toEqual({ a: [1], b: { d: 1 }, c: 'y' });
  });

  it('is none where nothing changed', () => {
    expect(worldStatePatch({ a: { b: [] } }, { a: { b: [] } })).toBeUndefined();
  });

  it('turns the one into the other', () => {
    const state = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.integer(),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.string(), fc.constant({}))),
      ),
    );
    fc.assert(
      fc.property(state, state, (before, after) => {
        const patch = worldStatePatch(before, after);
        expect(applyPatch(before, patch ?? {})).toEqual(after);
      }),
    );
  });
});

describe('applyPatch', () => {
  it('makes an object of what is none (6.16)', () => {
    expect(applyPatch('text', { a: { b: 1, c: null } })).toEqual({ a: { b: 1 } });
    expect(applyPatch({ a: [1] }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  });
});
