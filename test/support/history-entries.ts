// Items of a history as a compaction sees them, with the flags a decoder gives them.

import { ItemFlag } from '../../src/contract/item-table.js';
import type { RulesId, RulesProfile } from '../../src/contract/rules.js';
import { rulesById } from '../../src/contract/rules.js';
import type { CutToTokens, HistoryEntry } from '../../src/history/compact-entry.js';
import { cutMiddle } from '../../src/rollout/truncate-text.js';
import { type Json, message } from './rollout-lines.js';

export const cutTokens: CutToTokens = (text, tokens) => cutMiddle(text, tokens, 'tokens');

export function rulesNamed(id: RulesId): RulesProfile {
  const rules = rulesById(id);
  if (rules === undefined) throw new Error(`no profile ${id}`);
  return rules;
}

export const said = (...texts: string[]): HistoryEntry => ({
  value: message('user', ...texts),
  flags: ItemFlag.user | ItemFlag.boundary,
});

export const contextual = (text: string): HistoryEntry => ({
  value: message('user', text),
  flags: ItemFlag.user | ItemFlag.contextualUser,
});

export const hook = (text: string): HistoryEntry => ({
  value: message('user', text),
  flags: ItemFlag.user | ItemFlag.contextualUser | ItemFlag.hookMessage,
});

export const answered = (text: string): HistoryEntry => ({
  value: message('assistant', text),
  flags: ItemFlag.assistant | ItemFlag.model,
});

export const developed = (text: string): HistoryEntry => ({
  value: message('developer', text),
  flags: ItemFlag.developer,
});

export const agent = (text: string): HistoryEntry => ({
  value: {
    type: 'agent_message',
    author: '/root/w',
    recipient: '/root',
    content: [{ type: 'input_text', text }],
  },
  flags: ItemFlag.boundary,
});

export const other = (value: Json): HistoryEntry => ({ value, flags: 0 });

/** The texts of an entry's parts; its type when it has none. */
export function textsOf({ value }: { readonly value: HistoryEntry['value'] }): unknown {
  const content = value['content'];
  if (!Array.isArray(content)) return value['type'];
  const texts = content.map((part: Json) => part['text'] ?? part['type']);
  return texts.length === 1 ? texts[0] : texts;
}
