import { describe, expect, it } from 'vitest';
import {
  placeOf,
  sourceKinds,
  sourceWords,
} from '../../../../src/report/html/page/source-words.js';

describe('sourceWords', () => {
  it('has a sign and a name of its own for each kind', () => {
    const words = sourceKinds.map(sourceWords);
    expect(new Set(words.map(({ sign }) => sign)).size).toBe(words.length);
    expect(new Set(words.map(({ name }) => name)).size).toBe(words.length);
  });
});

describe('placeOf', () => {
  const recorded = { kind: 'recorded', detail: '/sessions/rollout.jsonl' };

  it.each([
    ['a line of the session', { source: recorded, line: 12 }, 'line 12'],
    [
      "a line of a fork's parent",
      { source: { ...recorded, detail: '/sessions/parent.jsonl' }, line: 3 },
      'parent.jsonl:3',
    ],
    ['a pack', { source: { kind: 'pack', detail: 'builtin' }, line: -1 }, 'builtin'],
  ])('names %s', (_, part, place) => {
    expect(placeOf(part, '/sessions/rollout.jsonl')).toBe(place);
  });
});
