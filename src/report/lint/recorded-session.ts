/** What a rollout records beside its requests: turn contexts, what was said, ends of turns, outputs of no call, ordinals. */

import type { JsonRecord } from '../../contract/json-record.js';

/** Lines count from 1 in the file itself; those of a parent, whose prefix it shares, are not above 0. */
export interface RecordedSession {
  /** In the order of the lines. */
  readonly turns: readonly RecordedTurn[];
  /** What a person said, by the events that tell it. */
  readonly said: readonly SaidText[];
  /** Lines at which a turn came to its end. */
  readonly completions: readonly number[];
  /** Lines that replace the history. */
  readonly compactions: readonly number[];
  /** Outputs whose call no line before them records. */
  readonly orphans: readonly OrphanOutput[];
  /** Inline images that can't be read, of items of the file itself. */
  readonly brokenImages: readonly BrokenImage[];
  /** For each record of the file itself that can be read: its line and its ordinal. */
  readonly ordinals: readonly RecordedOrdinal[];
}

export interface RecordedTurn {
  readonly line: number;
  readonly context: JsonRecord;
}

export interface SaidText {
  readonly line: number;
  readonly text: string;
}

export interface OrphanOutput {
  readonly line: number;
  readonly callId: string;
  readonly bytes: number;
}

export interface BrokenImage {
  readonly line: number;
  /** JSON pointer into the item, to the part with the image. */
  readonly path: string;
  readonly fault: string;
  /** Of the URL. */
  readonly bytes: number;
}

export interface RecordedOrdinal {
  readonly line: number;
  /** Undefined: the record has none. */
  readonly ordinal: number | undefined;
}

/** The turn context in force at a line. */
export function turnAt({ turns }: RecordedSession, line: number): RecordedTurn | undefined {
  return turns.findLast((turn) => turn.line <= line);
}

/** The newest compaction up to a line, 0 when there is none. */
export function compactionAt({ compactions }: RecordedSession, line: number): number {
  return compactions.findLast((compaction) => compaction <= line) ?? 0;
}

/** Whether a turn came to its end between two lines. */
export function isCompletedBetween(
  { completions }: RecordedSession,
  from: number,
  to: number,
): boolean {
  return completions.some((line) => line > from && line < to);
}
