import { describe, expect, it } from 'vitest';
import { replayWorldState, type WorldStateRecord } from '../../src/context/replay-world-state.js';

const full = (state: unknown): WorldStateRecord => ({ kind: 'full', state });
const patch = (state: unknown): WorldStateRecord => ({ kind: 'patch', state });

describe('replayWorldState', () => {
  it('applies patches to the full state before them', () => {
    expect(
      replayWorldState([full({ a: 1, b: { c: 1 } }), patch({ a: null, b: { d: 2 } })]),
    ).toEqual({ b: { c: 1, d: 2 } });
  });

  it('knows nothing of patches alone, of a full state that is no object, or after a compaction', () => {
    expect(replayWorldState([patch({ a: 1 })])).toBeUndefined();
    expect(replayWorldState([full('text'), patch({ a: 1 })])).toBeUndefined();
    expect(
      replayWorldState([full({ a: 1 }), { kind: 'compacted' }, patch({ a: 2 })]),
    ).toBeUndefined();
    expect(replayWorldState([{ kind: 'compacted' }, full({})])).toEqual({});
    expect(replayWorldState([])).toBeUndefined();
  });
});
