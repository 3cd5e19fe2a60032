/** Where a compaction puts what it brought, a summary or a sealed item, and where the context is told anew. */

import { ItemFlag } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import {
  type CompactedEntry,
  type HistoryEntry,
  isAgentMessage,
  isPersons,
  partsOf,
  textOf,
  writtenText,
} from './compact-entry.js';

const finalAnswer = 'Message Type: FINAL_ANSWER\n';

/** Behind what was kept, but in front of the first agent message and what follows that (spec 4 §4). */
export function placeBehindAgents(
  kept: readonly CompactedEntry[],
  brought: CompactedEntry,
): readonly CompactedEntry[] {
  const first = kept.findIndex(isAgentMessage);
  const at = first < 0 ? kept.length : first;
  return [...kept.slice(0, at), brought, ...kept.slice(at)];
}

/** Where the context goes. */
export interface Reinjection {
  /** Place in the new history; its length for behind everything. */
  readonly index: number;
  /** `inside` the replacement history, or told only `before the next prompt`. */
  readonly place: 'inside' | 'before the next prompt';
}

export interface ReinjectionRules {
  readonly rules: RulesProfile;
  readonly summaryPrefix: string;
  /** Whether a turn goes on behind the compaction. */
  readonly during: 'turn' | 'idle';
}

/** Where the context is told anew (spec 3 §5.6, spec 4 §4). */
export function findReinjection(
  entries: readonly HistoryEntry[],
  { rules, summaryPrefix, during }: ReinjectionRules,
): Reinjection {
  if (during === 'idle' && !rules.reinjectsInside) {
    return { index: entries.length, place: 'before the next prompt' };
  }
  const isSummary = (entry: HistoryEntry): boolean =>
    (entry.flags & ItemFlag.user) !== 0 && writtenText(entry).startsWith(`${summaryPrefix}\n`);
  const isWord = (entry: HistoryEntry): boolean =>
    (isPersons(entry) && !isSummary(entry)) || (rules.compactionKeepsAgents && isAsked(entry));
  const isSealed = ({ value: { type } }: HistoryEntry): boolean =>
    type === 'compaction' || type === 'context_compaction';
  const found = [isWord, isSummary, isSealed]
    .map((test) => entries.findLastIndex(test))
    .find((index) => index >= 0);
  return { index: found ?? entries.length, place: 'inside' };
}

/** An agent's message counts like a person's, but for its final answer (measured). */
function isAsked(entry: HistoryEntry): boolean {
  if (!isAgentMessage(entry)) return false;
  return !partsOf(entry).some((part) => textOf(part)?.startsWith(finalAnswer) === true);
}
