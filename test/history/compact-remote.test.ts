import { describe, expect, it } from 'vitest';
import type { RulesId } from '../../src/contract/rules.js';
import type { HistoryEntry } from '../../src/history/compact-entry.js';
import { compactRemoteV1, compactRemoteV2 } from '../../src/history/compact-remote.js';
import {
  agent,
  answered,
  contextual,
  cutTokens,
  developed,
  hook,
  other,
  rulesNamed,
  said,
  textsOf,
} from '../support/history-entries.js';

const sealed = other({ type: 'compaction', encrypted_content: 'e' });

function compact(
  history: readonly HistoryEntry[],
  id: RulesId = '0.145',
  returned = [answered('a'), sealed],
) {
  return compactRemoteV2(history, { returned, rules: rulesNamed(id), cut: cutTokens });
}

const pictured = (text: string, after: string): HistoryEntry => ({
  ...said(),
  value: {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text },
      { type: 'input_image', image_url: 'data:image/png;base64,AA' },
      { type: 'input_text', text: after },
    ],
  },
});

describe('a compaction that returns one sealed item', () => {
  it('spec 3 §5.4: retains what people and hooks said, older summaries too', () => {
    const history = [
      developed('d'),
      contextual('c'),
      said('one'),
      hook('h'),
      answered('a'),
      agent('x'),
      other({ type: 'compaction', encrypted_content: 'old' }),
      said('So far:\nold'),
    ];
    expect(compact(history).map(textsOf)).toEqual(['one', 'h', 'So far:\nold', 'compaction']);
    expect(compact(history, '0.171').map(textsOf)).toEqual([
      'one',
      'h',
      'compaction',
      'x',
      'So far:\nold',
    ]);
  });

  it('spec 3 §5.4: cuts the first that does not fit part by part, its images stay', () => {
    const history = [
      said('old'),
      pictured('A'.repeat(160_000), 'B'.repeat(160_000)),
      said('C'.repeat(60_000)),
    ];
    const cut = `${'B'.repeat(18_000)}\u202631000 tokens truncated\u2026${'B'.repeat(18_000)}`;
    expect(compact(history).map(textsOf)).toEqual([
      ['A'.repeat(160_000), 'input_image', cut],
      'C'.repeat(60_000),
      'compaction',
    ]);
    const long = [pictured('A'.repeat(300_000), 'B')];
    expect(compact(long).map(textsOf)).toEqual([
      [expect.stringContaining('11000 tokens truncated'), 'input_image'],
      'compaction',
    ]);
  });

  it('spec 4 §4: charges images in newer releases', () => {
    const history = [said('A'.repeat(200_000)), pictured('B'.repeat(40_000), 'C'.repeat(60_000))];
    const lengthOf = (id: RulesId): number => String(compact(history, id).map(textsOf)[0]).length;
    const marker = '\u202612345 tokens truncated\u2026'.length;
    expect(lengthOf('0.145')).toBe(39_000 * 4 + marker);
    expect(lengthOf('0.171')).toBe((39_000 - 1844) * 4 + marker);
  });

  it('is refused without a sealed item, or with two', () => {
    expect(() => compact([], '0.145', [answered('a')])).toThrow('not what the server returns');
    expect(() => compact([], '0.145', [sealed, sealed])).toThrow('not what the server returns');
  });
});

describe('a compaction that returns the whole new history', () => {
  it('spec 3 §5.3: leaves out instructions, context and tools', () => {
    const returned = [
      developed('d'),
      contextual('c'),
      said('one'),
      hook('h'),
      answered('a'),
      agent('x'),
      other({ type: 'reasoning' }),
      other({ type: 'function_call' }),
      sealed,
      other({ type: 'context_compaction' }),
    ];
    expect(compactRemoteV1(returned).map(textsOf)).toEqual([
      'one',
      'h',
      'a',
      'x',
      'compaction',
      'context_compaction',
    ]);
  });
});
