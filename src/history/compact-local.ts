/** The history after a compaction by prompt: the newest words of people that fit, and the summary (spec 3 §5.2, spec 4 §4). */

import { ItemFlag } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import {
  type CompactedEntry,
  type CutText,
  type CutToTokens,
  type HistoryEntry,
  isAgentMessage,
  isPersons,
  partsOf,
  textTokens,
  writtenParts,
  writtenText,
} from './compact-entry.js';
import {
  asNewMessage,
  inputText,
  type NewPart,
  summaryMessage,
  withParts,
} from './message-parts.js';
import { placeBehindAgents } from './place-brought.js';

/** Tokens that kept words of people may take. */
const keptTokens = 20_000;

export interface LocalCompaction {
  /** What the model wrote; empty when it wrote nothing. */
  readonly summary: string;
  /** What a summary's message begins with. */
  readonly summaryPrefix: string;
  readonly rules: RulesProfile;
  readonly cut: CutToTokens;
}

export function compactLocal(
  history: readonly HistoryEntry[],
  compaction: LocalCompaction,
): readonly CompactedEntry[] {
  const { rules, summaryPrefix } = compaction;
  const kept: CompactedEntry[] = [];
  let remaining = keptTokens;
  for (const [from, entry] of [...history.entries()].toReversed()) {
    if (rules.compactionKeepsAgents && isAgentMessage(entry)) {
      kept.push({ ...entry, from, change: 'kept' });
      continue;
    }
    if (remaining === 0 || !isPersons(entry)) continue;
    const text = writtenText(entry);
    if (text.startsWith(`${summaryPrefix}\n`)) continue;
    const cut = compaction.cut(text, remaining);
    remaining = cut === undefined ? remaining - textTokens(text) : 0;
    const value = rules.compactionKeepsParts
      ? keptParts(entry, cut)
      : asNewMessage(entry.value, cut === undefined ? text : cut.join(''));
    kept.push({ value, flags: entry.flags, from, change: cut === undefined ? 'kept' : 'cut' });
  }
  const summary = summaryOf(history, compaction);
  return placeBehindAgents(kept.toReversed(), { ...summary, from: undefined, change: 'added' });
}

/** The message with its written parts alone: a cut one in three, one without any with an empty one. */
function keptParts(entry: HistoryEntry, cut: CutText | undefined): HistoryEntry['value'] {
  const parts = partsOf(entry);
  const written = writtenParts(entry);
  const [first] = written;
  if (cut !== undefined) {
    const [head, marker, tail] = cut;
    const three: NewPart[] = [
      { part: inputText(head), from: first },
      { part: inputText(marker), from: undefined },
      { part: inputText(tail), from: first },
    ];
    return withParts(entry.value, three, { addsOrigins: true });
  }
  const same = written.map((place): NewPart => ({ part: parts[place] ?? {}, from: place }));
  // A message without any part stays without one; one of images alone gets an empty text (measured).
  const all =
    same.length === 0 && parts.length > 0 ? [{ part: inputText(''), from: undefined }] : same;
  return withParts(entry.value, all, { addsOrigins: false });
}

/** A model that wrote nothing is taken to have summed up with what it said last. */
function summaryOf(
  history: readonly HistoryEntry[],
  { summary, summaryPrefix, rules }: LocalCompaction,
): HistoryEntry {
  const said = summary === '' ? lastAnswer(history) : summary;
  const value = summaryMessage(`${summaryPrefix}\n${said}`, {
    isLabelled: rules.labelsContentParts,
  });
  return { value, flags: ItemFlag.user | ItemFlag.summary | ItemFlag.boundary };
}

function lastAnswer(history: readonly HistoryEntry[]): string {
  const answer = history.findLast(({ flags }) => (flags & ItemFlag.assistant) !== 0);
  if (answer === undefined) return '';
  const texts = partsOf(answer).map(({ text }) => (typeof text === 'string' ? text : ''));
  return texts.join('');
}
