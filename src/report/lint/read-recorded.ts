/** Reads from a rollout what its requests don't tell. */

import { openSession } from '../../assemble/open-session.js';
import type { PreparedContext } from '../../assemble/prepare-context.js';
import { atom, atomName } from '../../contract/atoms.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { LineFlag, type LineIndex, LineKind } from '../../contract/line-index.js';
import type { SessionInput } from '../../contract/session.js';
import { turnCompleted } from '../../contract/turn-events.js';
import { ordinalAt } from '../../rollout/find-shared-end.js';
import { readPayload } from '../../rollout/read-control.js';
import { viewWhole } from '../../rollout/scan-line.js';
import { stringsOf } from './find-string.js';
import { imageFault } from './image-fault.js';
import { isCallType, isOutputType } from './output-text.js';
import type {
  BrokenImage,
  OrphanOutput,
  RecordedOrdinal,
  RecordedSession,
  RecordedTurn,
  SaidText,
} from './recorded-session.js';

/** @throws PromptmillError as `openSession` does */
export function readRecorded(input: SessionInput, context: PreparedContext): RecordedSession {
  const { index, firstOwnLine } = openSession(input, context);
  const reading = new Reading(input, index, firstOwnLine);
  for (let line = 0; line < index.count; line += 1) reading.take(line);
  return { ...reading.recorded, ordinals: reading.ordinals() };
}

const userMessage = atom('user_message');

class Reading {
  readonly recorded = {
    turns: [] as RecordedTurn[],
    said: [] as SaidText[],
    completions: [] as number[],
    compactions: [] as number[],
    orphans: [] as OrphanOutput[],
    brokenImages: [] as BrokenImage[],
  };
  /** Those of the file itself; lines count from 0 over all segments. */
  readonly #records: RecordedOrdinal[] = [];
  readonly #input: SessionInput;
  readonly #index: LineIndex;
  readonly #firstOwnLine: number;
  readonly #calls = new Set<string>();

  constructor(input: SessionInput, index: LineIndex, firstOwnLine: number) {
    this.#input = input;
    this.#index = index;
    this.#firstOwnLine = firstOwnLine;
  }

  take(line: number): void {
    const kind = this.#index.kinds[line] as number;
    if (kind === LineKind.blank || kind === LineKind.unreadable) return;
    const place = line - this.#firstOwnLine + 1;
    if (place > 0) this.#records.push({ line, ordinal: this.#ordinalInHead(line) });
    if (kind === LineKind.event) this.#takeEvent(line, place);
    else if (kind === LineKind.item || kind === LineKind.bareItem) this.#takeItem(line, place);
    else if (kind === LineKind.compacted) this.#takeCompaction(line, place);
    else if (kind === LineKind.turnContext) {
      const context = this.#payload(line);
      if (context !== undefined) this.recorded.turns.push({ line: place, context });
    }
  }

  #takeEvent(line: number, place: number): void {
    const type = this.#index.types[line] as number;
    if (turnCompleted.has(type)) this.recorded.completions.push(place);
    if (type !== userMessage) return;
    const text = this.#payload(line)?.['message'];
    if (typeof text === 'string') this.recorded.said.push({ line: place, text });
  }

  #takeItem(line: number, place: number): void {
    const type = atomName(this.#index.types[line] as number) ?? '';
    if (isCallType(type)) this.#remember(this.#payload(line));
    if (place < 1) return;
    if (isOutputType(type)) this.#takeOutput(line, place);
    if (this.#holdsImage(line)) this.#takeImages(line, place);
  }

  #takeOutput(line: number, place: number): void {
    const callId = this.#payload(line)?.['call_id'];
    if (typeof callId !== 'string' || this.#calls.has(callId)) return;
    this.recorded.orphans.push({ line: place, callId, bytes: this.#end(line) - this.#start(line) });
  }

  /** Asked of the bytes, since few items hold one. */
  #holdsImage(line: number): boolean {
    const bytes = viewWhole(this.#input.bytes, this.#start(line), this.#end(line));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"image_url"');
  }

  #takeImages(line: number, place: number): void {
    for (const { key, text, path } of stringsOf(this.#payload(line))) {
      const fault = key === 'image_url' && text.startsWith('data:') ? imageFault(text) : undefined;
      if (fault === undefined) continue;
      const part = path.slice(0, path.lastIndexOf('/'));
      this.recorded.brokenImages.push({ line: place, path: part, fault, bytes: text.length });
    }
  }

  #takeCompaction(line: number, place: number): void {
    this.recorded.compactions.push(place);
    const history = this.#payload(line)?.['replacement_history'];
    if (!Array.isArray(history)) return;
    for (const item of history) {
      if (isRecord(item) && isCallType(String(item['type']))) this.#remember(item);
    }
  }

  /** A call of an older form has its id in `id`. */
  #remember(call: JsonRecord | undefined): void {
    for (const id of [call?.['call_id'], call?.['id']]) {
      if (typeof id === 'string') this.#calls.add(id);
    }
  }

  /** A head shows an ordinal only where the reference writer puts it: where some have none, these are read whole. */
  ordinals(): readonly RecordedOrdinal[] {
    const isNumbered = this.#records.some(({ ordinal }) => ordinal !== undefined);
    return this.#records.flatMap(({ line, ordinal }) => {
      const place = line - this.#firstOwnLine + 1;
      if (ordinal !== undefined || !isNumbered) return [{ line: place, ordinal }];
      const record = this.#record(line);
      // Its head alone is sound.
      if (record === undefined) return [];
      const found = record['ordinal'];
      return [{ line: place, ordinal: typeof found === 'number' ? found : undefined }];
    });
  }

  #ordinalInHead(line: number): number | undefined {
    if (((this.#index.flags[line] as number) & LineFlag.ordinal) === 0) return undefined;
    return ordinalAt(this.#input.bytes, this.#start(line));
  }

  #record(line: number): JsonRecord | undefined {
    const bytes = viewWhole(this.#input.bytes, this.#start(line), this.#end(line));
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #payload(line: number): JsonRecord | undefined {
    return readPayload(this.#input.bytes, this.#start(line), this.#end(line));
  }

  #start(line: number): number {
    return this.#index.starts[line] as number;
  }

  #end(line: number): number {
    return this.#index.ends[line] as number;
  }
}
