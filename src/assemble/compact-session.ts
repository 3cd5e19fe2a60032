/** Works out what a compaction makes of a session's history, with a summary or a server's items handed in (spec 3 §5). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import type { AtSelector } from '../contract/options.js';
import { PromptmillError } from '../contract/errors.js';
import type { RulesProfile } from '../contract/rules.js';
import type { SessionInput } from '../contract/session.js';
import type { CompactedEntry, CutToTokens, HistoryEntry } from '../history/compact-entry.js';
import { compactLocal } from '../history/compact-local.js';
import { compactRemoteV1, compactRemoteV2 } from '../history/compact-remote.js';
import { findReinjection, type Reinjection } from '../history/place-brought.js';
import { cutMiddle } from '../rollout/truncate-text.js';
import { decodeItems } from './decode-items.js';
import { estimateValue, tokensOf } from './estimate-tokens.js';
import { type HistoryAt, historyAt } from './history-at.js';
import type { PreparedContext } from './prepare-context.js';

/** What the model or the server answered. */
export type CompactionAnswer =
  /** What the model wrote when it was asked to sum up, without the prefix. */
  | { readonly kind: 'summary'; readonly summary: string }
  /** `v2`: one sealed item; `v1`, which newer releases do not know: the whole new history. */
  | {
      readonly kind: 'items';
      readonly items: readonly JsonRecord[];
      readonly form: 'v1' | 'v2';
    };

export interface CompactOptions {
  /** The request whose history is compacted. */
  readonly at: AtSelector;
  readonly answer: CompactionAnswer;
  /** Context told anew: put where it goes behind a compaction between turns. */
  readonly contextItems?: readonly JsonRecord[];
}

/** An item of the new history. */
export interface CompactedItem {
  /** Its place in the history before, from 0; undefined for what the compaction brought. */
  readonly from: number | undefined;
  readonly change: 'kept' | 'cut' | 'added' | 'context';
  /** By the reference program's estimate (spec 3 §7). */
  readonly tokens: number;
  readonly item: JsonRecord;
}

export interface CompactReport {
  readonly file: string;
  readonly threadId: string;
  readonly rules: string;
  /** The request that was compacted; for `next` the count of recorded ones. */
  readonly at: number;
  /** The compacted line that request led to in the rollout, counted from 1. */
  readonly recordedLine: number | undefined;
  readonly form: 'local' | 'remote v1' | 'remote v2';
  readonly items: readonly CompactedItem[];
  /** Places in the history before of what is gone, from 0. */
  readonly dropped: readonly number[];
  /**
   * Tokens of the base instructions; 0 where they are a message of the history, undefined when the rollout does not
   * hold them.
   */
  readonly baseTokens: number | undefined;
  /** Tokens of the history, base instructions not counted. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Where the context is told anew, among the items without it: when no turn goes on behind the compaction, and when one does. */
  readonly reinjection: { readonly idle: Reinjection; readonly turn: Reinjection };
}

/**
 * @throws PromptmillError `usage` when the items are none a server returns, `no_such_request`, `no_requests`, and as
 * `openSession` does
 */
export function compactSession(
  input: SessionInput,
  { at, answer, contextItems = [] }: CompactOptions,
  context: PreparedContext,
): CompactReport {
  const before = historyAt(input, at, context);
  const entries = compact(before, answer, context);
  const { rules, session, point } = before;
  const summaryPrefix = context.texts['compaction.summary-prefix'];
  const idle = findReinjection(entries, { rules, summaryPrefix, during: 'idle' });
  const told = contextItems.map((value) => ({
    value,
    from: undefined,
    change: 'context' as const,
  }));
  const all = [...entries.slice(0, idle.index), ...told, ...entries.slice(idle.index)];
  const items = all.map(({ from, change, value }): CompactedItem => {
    return { from, change, tokens: estimateValue(value, rules), item: value };
  });
  const kept = new Set(entries.map(({ from }) => from));
  return {
    file: input.file,
    threadId: session.meta.id,
    rules: rules.id,
    at: before.at,
    recordedLine:
      point.compactedLine < 0 ? undefined : point.compactedLine - session.firstOwnLine + 1,
    form: answer.kind === 'summary' ? 'local' : `remote ${answer.form}`,
    items,
    dropped: [...before.entries.keys()].filter((place) => !kept.has(place)),
    baseTokens: baseTokens(before),
    tokensBefore: sumOf(before.entries, rules),
    tokensAfter: items.reduce((sum, { tokens }) => sum + tokens, 0),
    reinjection: {
      idle,
      turn: findReinjection(entries, { rules, summaryPrefix, during: 'turn' }),
    },
  };
}

const cut: CutToTokens = (text, tokens) => cutMiddle(text, tokens, 'tokens');

function compact(
  { entries, rules }: HistoryAt,
  answer: CompactionAnswer,
  context: PreparedContext,
): readonly CompactedEntry[] {
  if (answer.kind === 'summary') {
    const summaryPrefix = context.texts['compaction.summary-prefix'];
    return compactLocal(entries, { summary: answer.summary, summaryPrefix, rules, cut });
  }
  const returned = decodeItems(answer.items, rules.id, context);
  if (answer.form === 'v2') return compactRemoteV2(entries, { returned, rules, cut });
  if (!rules.remoteCompactionV1) {
    throw new PromptmillError('usage', `release ${rules.id} does not compact that way`, {
      found: 'remote v1',
      expected: 'remote v2',
      remedy: 'give the sealed item alone, without --remote',
    });
  }
  return compactRemoteV1(returned);
}

/** Where the history holds base instructions as a message, they count there. */
function baseTokens({ entries, session }: HistoryAt): number | undefined {
  if (entries.some(isBaseMessage)) return 0;
  const { baseInstructions } = session.meta;
  return baseInstructions === undefined ? undefined : tokensOf(Buffer.byteLength(baseInstructions));
}

function isBaseMessage({ value }: HistoryEntry): boolean {
  const metadata = value['internal_chat_message_metadata_passthrough'];
  const labels = isRecord(metadata) ? metadata['content_item_kinds'] : undefined;
  return Array.isArray(labels) && labels[0] === 'model.base_instructions';
}

function sumOf(entries: readonly HistoryEntry[], rules: RulesProfile): number {
  return entries.reduce((sum, { value }) => sum + estimateValue(value, rules), 0);
}
