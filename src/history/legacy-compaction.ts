/** Builds the history after a compaction that recorded only its summary (spec 3 §2.3, §5.2). */

import type { HistorySource } from '../contract/history-source.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { ItemList } from './item-list.js';

/** Tokens of four bytes that kept user messages may take. */
const keptTokens = 20_000;

/** How a text is cut to a number of tokens; given by the caller, since the rule is the one of tool outputs. */
export type CutText = (text: string, tokens: number) => string;

export interface LegacyCompaction {
  readonly summary: string;
  /** What the summary's message begins with when it is one made by a compaction. */
  readonly summaryPrefix: string;
  /** Stands in for an empty summary. */
  readonly noSummary: string;
  readonly cut: CutText;
  /** The line it was recorded on, from 0. */
  readonly line: number;
}

/** Replaces `history` by its newest user messages that fit, and the summary. */
export function applyLegacyCompaction(
  history: ItemList,
  source: HistorySource,
  compaction: LegacyCompaction,
): void {
  const kept: UserText[] = [];
  let remaining = keptTokens;
  const texts = userTexts(history, source, compaction.summaryPrefix);
  for (const { text, line } of texts.toReversed()) {
    if (remaining === 0) break;
    const tokens = Math.ceil(Buffer.byteLength(text) / 4);
    if (tokens > remaining) {
      kept.push({ text: compaction.cut(text, remaining), line });
      break;
    }
    kept.push({ text, line });
    remaining -= tokens;
  }
  const items = kept
    .toReversed()
    .map(({ text, line }) => source.addUserMessage(text, { rule: 'item.kept_message', line }));
  const { line } = compaction;
  const summary =
    compaction.summary === ''
      ? source.addUserMessage(
          compaction.noSummary,
          { rule: 'item.no_summary', line },
          ItemFlag.packText,
        )
      : source.addUserMessage(compaction.summary, { rule: 'item.summary', line });
  history.replace(Int32Array.of(...items, summary));
}

interface UserText {
  readonly text: string;
  readonly line: number;
}

function userTexts(history: ItemList, source: HistorySource, summaryPrefix: string): UserText[] {
  const texts: UserText[] = [];
  for (let position = 0; position < history.length; position += 1) {
    const item = history.at(position);
    const flags = source.table.flags[item] as number;
    if ((flags & ItemFlag.user) === 0 || (flags & ItemFlag.contextualUser) !== 0) continue;
    const text = source.userText(item);
    if (text.startsWith(`${summaryPrefix}\n`)) continue;
    texts.push({ text, line: lineOf(source.table, item) });
  }
  return texts;
}

/** Where a message was recorded, also one that an earlier compaction kept. */
function lineOf(table: ItemTable, item: number): number {
  return table.made.get(item)?.line ?? (table.lines[item] as number);
}
