import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/history/compact-entry.js';
import { findReinjection } from '../../src/history/place-brought.js';
import { agent, answered, hook, other, rulesNamed, said } from '../support/history-entries.js';

const summary = said('So far:\nx');
const sealed = other({ type: 'compaction' });

function place(entries: readonly HistoryEntry[], id: '0.145' | '0.171' = '0.145'): number {
  const options = { rules: rulesNamed(id), summaryPrefix: 'So far:', during: 'turn' } as const;
  return findReinjection(entries, options).index;
}

describe('the context of a turn that goes on behind a compaction', () => {
  it.each([
    ['d10: before what a person said last', [said('a'), said('b'), answered('c'), sealed], 1],
    ['d11: before a sealed item where nobody said anything', [answered('a'), sealed], 1],
    ['d12: before a summary', [summary], 0],
    ['d13: before the last of two summaries', [summary, answered('a'), summary], 2],
    ['d14: at the end', [answered('a')], 1],
    [
      'd16: before a sealed item of the other type',
      [answered('a'), other({ type: 'context_compaction' })],
      1,
    ],
    ['d17: hooks do not count', [said('a'), hook('h'), summary], 0],
    ['nothing there', [], 0],
  ] as const)('spec 3 §5.8 %s', (_, entries, index) => {
    expect(place(entries)).toBe(index);
  });

  it('stands before an agent message in newer releases, but not before a final answer', () => {
    const entries = [
      said('a'),
      summary,
      agent('x'),
      agent('Message Type: FINAL_ANSWER\nTask name: t'),
    ];
    expect([place(entries), place(entries, '0.171')]).toEqual([0, 2]);
  });
});

describe('the context behind a compaction between turns', () => {
  it('waits for the next prompt in older releases and is inside in newer ones', () => {
    const entries = [said('a'), summary];
    const options = { summaryPrefix: 'So far:', during: 'idle' } as const;
    expect(findReinjection(entries, { ...options, rules: rulesNamed('0.145') })).toEqual({
      index: 2,
      place: 'before the next prompt',
    });
    expect(findReinjection(entries, { ...options, rules: rulesNamed('0.163') })).toEqual({
      index: 0,
      place: 'inside',
    });
  });
});
