/** Reads what a rollout tells of an inference beside its request: the answer, the time, the tokens. */

import { atom } from '../../contract/atoms.js';
import type { InferenceFacts, TokenUsage } from '../../contract/inference.js';
import { ItemFlag } from '../../contract/item-table.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { type LineIndex, LineKind } from '../../contract/line-index.js';
import { optional } from '../../contract/optional-member.js';
import type { RolloutBytes } from '../../contract/bytes.js';
import { readPayload } from '../../rollout/read-control.js';
import type { SessionSource } from '../session-source.js';

export interface FactsSource {
  readonly bytes: RolloutBytes;
  readonly index: LineIndex;
  readonly source: SessionSource;
}

/** The lines of an inference. */
export interface InferenceLines {
  /** The request was sent in front of this line. */
  readonly line: number;
  /** The line in front of which the next request was sent, or the number of lines. */
  readonly next: number;
}

const tokenCount = atom('token_count');
/** A time stands near the start of its line. */
const headBytes = 160;

export function readFacts(
  { bytes, index, source }: FactsSource,
  { line, next }: InferenceLines,
): InferenceFacts {
  const answer: JsonRecord[] = [];
  let usage: TokenUsage | undefined;
  let last = -1;
  for (let at = line; at < next; at += 1) {
    const recorded = usageAt({ bytes, index }, at);
    if (recorded !== undefined) usage = toUsage(recorded);
    const item = modelItem(source, at);
    if (item === undefined) continue;
    answer.push(item);
    last = at;
  }
  const sentAtMs = line === 0 ? undefined : timeOf(bytes, index, line - 1);
  const answeredAtMs = last < 0 ? undefined : timeOf(bytes, index, last);
  return {
    ...optional('sentAtMs', sentAtMs),
    ...optional('answeredAtMs', answeredAtMs),
    answer,
    ...optional('usage', usage),
  };
}

/** When a line was written, in milliseconds of Unix time; undefined when it does not say. */
export function timeOf(bytes: RolloutBytes, index: LineIndex, line: number): number | undefined {
  const start = index.starts[line] as number;
  const end = Math.min(index.ends[line] as number, start + headBytes);
  const head = Buffer.from(bytes.view(start, end)).toString('latin1');
  const text = /"timestamp":\s*"([^"\\]+)"/.exec(head)?.[1];
  return text === undefined ? undefined : timeIn(text);
}

/** A written time in milliseconds of Unix time; undefined when it is none. */
export function timeIn(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function modelItem(source: SessionSource, line: number): JsonRecord | undefined {
  const kind = source.index.kinds[line];
  if (kind !== LineKind.item && kind !== LineKind.bareItem) return undefined;
  const item = source.item(line);
  if (item < 0 || ((source.table.flags[item] as number) & ItemFlag.model) === 0) return undefined;
  const value = source.itemValue(item);
  return isRecord(value) ? value : undefined;
}

/** Newer releases write a record of its own for each response, older ones an event with the last response's counts. */
function usageAt(
  { bytes, index }: Pick<FactsSource, 'bytes' | 'index'>,
  line: number,
): JsonRecord | undefined {
  const isRecordLine = index.kinds[line] === LineKind.usage;
  const isEvent = index.kinds[line] === LineKind.event && index.types[line] === tokenCount;
  if (!isRecordLine && !isEvent) return undefined;
  const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
  const info = isEvent ? payload?.['info'] : payload;
  const usage = isRecord(info) ? info[isEvent ? 'last_token_usage' : 'usage'] : undefined;
  return isRecord(usage) ? usage : undefined;
}

function toUsage(recorded: JsonRecord): TokenUsage {
  const count = (key: string): number => {
    const value = recorded[key];
    return typeof value === 'number' ? value : 0;
  };
  return {
    inputTokens: count('input_tokens'),
    cachedInputTokens: count('cached_input_tokens'),
    outputTokens: count('output_tokens'),
    reasoningOutputTokens: count('reasoning_output_tokens'),
    totalTokens: count('total_tokens'),
  };
}
