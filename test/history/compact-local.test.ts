import { describe, expect, it } from 'vitest';
import type { RulesId } from '../../src/contract/rules.js';
import type { HistoryEntry } from '../../src/history/compact-entry.js';
import { compactLocal } from '../../src/history/compact-local.js';
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

function compact(history: readonly HistoryEntry[], id: RulesId = '0.145', summary = 'sum') {
  return compactLocal(history, {
    summary,
    summaryPrefix: 'So far:',
    rules: rulesNamed(id),
    cut: cutTokens,
  });
}

const image = { type: 'input_image', image_url: 'data:image/png;base64,AA' };
const withImage = (...parts: readonly (string | typeof image)[]): HistoryEntry => ({
  ...said(),
  value: {
    type: 'message',
    role: 'user',
    content: parts.map((part) =>
      typeof part === 'string' ? { type: 'input_text', text: part } : image,
    ),
  },
});

describe('a compaction by prompt', () => {
  it('keeps what people said and puts the summary behind it', () => {
    const history = [
      developed('d'),
      contextual('<environment_context></environment_context>'),
      said('one'),
      hook('h'),
      answered('a'),
      other({ type: 'function_call', call_id: 'c' }),
      said('So far:\nold'),
      said('two'),
      agent('x'),
    ];
    const compacted = compact(history);
    expect(compacted.map(textsOf)).toEqual(['one', 'two', 'So far:\nsum']);
    expect(compacted.map(({ from, change }) => [from, change])).toEqual([
      [2, 'kept'],
      [7, 'kept'],
      [undefined, 'added'],
    ]);
  });

  it('spec 3 §5.2 example: cuts the oldest that fits only in part, and drops those before it', () => {
    const history = [
      'o'.repeat(100),
      'A'.repeat(40_000),
      'B'.repeat(40_000),
      'C'.repeat(20_000),
    ].map((text) => said(text));
    const cut = `${'A'.repeat(10_000)}\u20265000 tokens truncated\u2026${'A'.repeat(10_000)}`;
    const rest = ['B'.repeat(40_000), 'C'.repeat(20_000), 'So far:\nsum'];
    expect(compact(history).map(textsOf)).toEqual([cut, ...rest]);
    expect(compact(history, '0.171').map(textsOf)).toEqual([
      ['A'.repeat(10_000), '\u20265000 tokens truncated\u2026', 'A'.repeat(10_000)],
      ...rest,
    ]);
    expect(compact(history).map(({ change }) => change)).toEqual(['cut', 'kept', 'kept', 'added']);
  });

  it('keeps an exact fit, and nothing once the budget is used up', () => {
    const history = [said(''), said('A'.repeat(80_000))];
    expect(compact(history).map(textsOf)).toEqual(['A'.repeat(80_000), 'So far:\nsum']);
  });

  it('joins parts in older releases and keeps them in newer ones, both without images', () => {
    const history = [
      withImage('one ', image, 'two'),
      withImage('<image name=[Image #1]>', image, '</image>', 'pic'),
      withImage(image),
      said(),
    ];
    expect(compact(history).map(textsOf)).toEqual(['one two', 'pic', '', '', 'So far:\nsum']);
    expect(compact(history, '0.171').map(textsOf)).toEqual([
      ['one ', 'two'],
      'pic',
      '',
      [],
      'So far:\nsum',
    ]);
  });

  it('keeps metadata, ids only in newer releases, and labels in step with the parts', () => {
    const metadata = {
      turn_id: 't',
      content_item_kinds: ['user.text', 'user.image', 'user.text'],
      content_item_metadata: [1, 2, 3],
    };
    const entry = withImage('a', image, 'b');
    const value = {
      ...entry.value,
      id: 'msg_1',
      internal_chat_message_metadata_passthrough: metadata,
    };
    const [old] = compact([{ ...entry, value }]);
    expect(old?.value).toEqual({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'ab' }],
      internal_chat_message_metadata_passthrough: metadata,
    });
    const [kept, summary] = compact([{ ...entry, value }], '0.171');
    expect(kept?.value).toEqual({
      ...value,
      content: ['a', 'b'].map((text) => ({ type: 'input_text', text })),
      internal_chat_message_metadata_passthrough: {
        turn_id: 't',
        content_item_kinds: ['user.text', 'user.text'],
        content_item_metadata: [1, 3],
      },
    });
    expect(summary?.value).toMatchObject({
      internal_chat_message_metadata_passthrough: { content_item_kinds: ['compaction.summary'] },
    });
  });

  it('puts the summary before messages of agents, which only newer releases keep', () => {
    const history = [said('one'), agent('x'), answered('a'), said('two'), agent('y')];
    expect(compact(history, '0.171').map(textsOf)).toEqual([
      'one',
      'So far:\nsum',
      'x',
      'two',
      'y',
    ]);
  });

  it('takes the last answer for the summary of a model that wrote none', () => {
    expect(compact([answered('a'), answered('b')], '0.145', '').map(textsOf)).toEqual([
      'So far:\nb',
    ]);
  });
});
