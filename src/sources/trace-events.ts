/** Reads a trace's event log: the few kinds of events that tell of requests, line by line. */

import { readFileSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { readable } from './read-file.js';
import { badTrace, recordOf, stringOf } from './trace-errors.js';
import { type PayloadReference, toReference } from './trace-payloads.js';

const typesRead = ['thread_started', 'inference_started', 'compaction_request_started'] as const;

type EventType = (typeof typesRead)[number];

const lineEnd = 0x0a;

/** One event that matters here. */
export class TraceEvent {
  readonly type: EventType;
  readonly file: string;
  readonly line: number;
  readonly #payload: JsonRecord;

  constructor(
    type: EventType,
    place: { readonly file: string; readonly line: number },
    payload: JsonRecord,
  ) {
    this.type = type;
    this.file = place.file;
    this.line = place.line;
    this.#payload = payload;
  }

  /** @throws PromptmillError `bad_trace` when there is no such string */
  text(key: string): string {
    return stringOf(this.#payload[key], key, this);
  }

  optionalText(key: string): string | undefined {
    const value = this.#payload[key];
    return typeof value === 'string' ? value : undefined;
  }

  /** @throws PromptmillError `bad_trace` when there is no such reference */
  reference(key: string): PayloadReference {
    return toReference(this.#payload[key], this);
  }

  optionalReference(key: string): PayloadReference | undefined {
    const value = this.#payload[key];
    return value === undefined || value === null ? undefined : toReference(value, this);
  }
}

/**
 * The events of a log in their order.
 * @throws PromptmillError `bad_trace` for a line that is no event; the last line of a killed process may be torn
 */
export function* readEvents(file: string): Generator<TraceEvent> {
  const bytes = readLog(file);
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    line += 1;
    const event = readEvent(bytes.subarray(start, end), { file, line }, found < 0);
    if (event !== undefined) yield event;
    start = end + 1;
  }
}

function readLog(file: string): Buffer {
  try {
    return readable(() => readFileSync(file));
  } catch (error) {
    throw error instanceof PromptmillError ? error.inFile(file) : error;
  }
}

function readEvent(
  bytes: Buffer,
  place: { readonly file: string; readonly line: number },
  isTail: boolean,
): TraceEvent | undefined {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (isTail) return undefined;
    const found = error instanceof Error ? `no JSON (${error.message})` : 'no JSON';
    throw badTrace(place, { found, expected: 'one JSON object a line' }, error);
  }
  const payload = recordOf(value, place)['payload'];
  const type = isRecord(payload) ? payload['type'] : undefined;
  const known = typesRead.find((name) => name === type);
  if (known === undefined || !isRecord(payload)) return undefined;
  return new TraceEvent(known, place, payload);
}
