/** The history after a compaction by the server, with the items it returned (spec 3 §5.3, §5.4, spec 4 §4). */

import { ItemFlag } from '../contract/item-table.js';
import { PromptmillError } from '../contract/errors.js';
import type { RulesProfile } from '../contract/rules.js';
import {
  type CompactedEntry,
  type CutToTokens,
  type HistoryEntry,
  isAgentMessage,
  isHookMessage,
  isPersons,
  partsOf,
  textOf,
  textTokens,
} from './compact-entry.js';
import { inputText, type NewPart, withParts } from './message-parts.js';
import { placeBehindAgents } from './place-brought.js';

/** Tokens under which messages are retained. */
const retainedTokens = 64_000;

/**
 * The older way: the server returns the whole new history, of which instructions and tools are left out.
 * @param returned what the server returned, decoded
 */
export function compactRemoteV1(returned: readonly HistoryEntry[]): readonly CompactedEntry[] {
  return returned.filter(staysInV1).map(({ value, flags }) => {
    return { value, flags, from: undefined, change: 'added' };
  });
}

function staysInV1(entry: HistoryEntry): boolean {
  if (isPersons(entry) || isHookMessage(entry) || isAgentMessage(entry)) return true;
  const { type } = entry.value;
  if ((entry.flags & ItemFlag.assistant) !== 0 && type === 'message') return true;
  return type === 'compaction' || type === 'context_compaction';
}

export interface RemoteCompaction {
  /** What the server returned, decoded. */
  readonly returned: readonly HistoryEntry[];
  readonly rules: RulesProfile;
  readonly cut: CutToTokens;
}

/**
 * The newer way: one sealed item is returned, and the newest messages of people and hooks are retained.
 * @throws PromptmillError `usage` when there is not exactly one sealed item
 */
export function compactRemoteV2(
  history: readonly HistoryEntry[],
  { returned, rules, cut }: RemoteCompaction,
): readonly CompactedEntry[] {
  const sealed = oneSealed(returned);
  const kept: CompactedEntry[] = [];
  let remaining = retainedTokens;
  for (const [from, entry] of [...history.entries()].toReversed()) {
    const isAgents = rules.compactionKeepsAgents && isAgentMessage(entry);
    if (!isAgents && !isPersons(entry) && !isHookMessage(entry)) continue;
    if (remaining === 0) break;
    const cost = costOf(entry, rules);
    if (cost <= remaining) {
      kept.push({ ...entry, from, change: 'kept' });
      remaining -= cost;
      continue;
    }
    const value = shorten(entry, { tokens: remaining, cut });
    kept.push({ value, flags: entry.flags, from, change: 'cut' });
    remaining = 0;
  }
  return placeBehindAgents(kept.toReversed(), { ...sealed, from: undefined, change: 'added' });
}

function oneSealed(returned: readonly HistoryEntry[]): HistoryEntry {
  const sealed = returned.filter(({ value }) => value['type'] === 'compaction');
  const [only] = sealed;
  if (only !== undefined && sealed.length === 1) return only;
  throw new PromptmillError('usage', 'the items are not what the server returns for a compaction', {
    found: `${String(sealed.length)} items of the type compaction`,
    expected: 'exactly one',
    remedy: 'give --remote v1 when the items are the whole new history',
  });
}

/** At least one token, so that empty messages are not retained without end. */
function costOf(entry: HistoryEntry, rules: RulesProfile): number {
  let cost = 0;
  for (const part of partsOf(entry)) {
    if (part['type'] === 'input_image') cost += rules.compactionImageTokens;
    const text = textOf(part);
    if (text !== undefined) cost += textTokens(text);
  }
  return Math.max(1, cost);
}

interface Shortening {
  readonly tokens: number;
  readonly cut: CutToTokens;
}

/** Part by part in their order: images stay, the first text too long is cut, those behind it go. */
function shorten(entry: HistoryEntry, { tokens, cut }: Shortening): HistoryEntry['value'] {
  let remaining = tokens;
  const kept: NewPart[] = [];
  for (const [from, part] of partsOf(entry).entries()) {
    const text = textOf(part);
    if (text === undefined) {
      kept.push({ part, from });
      continue;
    }
    if (remaining === 0) continue;
    const shorter = cut(text, remaining);
    remaining = shorter === undefined ? remaining - textTokens(text) : 0;
    kept.push({ part: shorter === undefined ? part : inputText(shorter.join('')), from });
  }
  return withParts(entry.value, kept, { addsOrigins: false });
}
