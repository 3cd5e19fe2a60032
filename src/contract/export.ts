/** The seam between the formats of an export and what feeds and writes them. */

import type { Loss } from './chat.js';
import type { Inference, SessionFacts } from './inference.js';
import type { JsonRecord } from './json-record.js';

/** Where one record of an export comes from. */
export interface ExportPlace {
  /** File of the export, and its record there: a line from 1, or a JSON pointer. */
  readonly file: string;
  readonly record: number | string;
  /** The record's own id in that format, if it has one. */
  readonly id?: string;
  /** `<thread id>#<at>`, or the thread's id for a record that stands for a session. */
  readonly request: string;
  readonly source: { readonly file: string; readonly line?: number };
  /** For each message, step or entry of the record: the parts of the body it was made from, as JSON pointers. */
  readonly parts?: readonly (readonly string[])[];
}

/** Takes what a format makes. Files are named relative to the export's folder. */
export interface ExportSink {
  /** Appends one line; the line end is added. */
  line(file: string, text: string | Uint8Array): void;
  /** Appends bytes as they are. */
  bytes(file: string, bytes: string | Uint8Array): void;
  /** Adds to `map.jsonl`. */
  place(place: ExportPlace): void;
  /** Adds to the loss report. */
  lose(request: string, losses: readonly Loss[]): void;
}

/** One run of a format. Called in the order of the input: start, add…, end for each session, finish once. */
export interface Exporter {
  startSession(session: SessionFacts): void;
  add(inference: Inference): void;
  endSession(): void;
  finish(): void;
}

/** What exports share: how a request is aimed at another server. */
export interface ExportOptions {
  /** Replaces the model. */
  readonly model?: string;
  /** Members set on the body, by key, and members taken off it. */
  readonly set: JsonRecord;
  readonly unset: readonly string[];
  /** Reasoning that only its own server can read: kept, or dropped. */
  readonly encryptedReasoning: 'keep' | 'drop';
  /** Options of one format, checked by it. */
  readonly format: Readonly<Record<string, string>>;
}

export interface ExportFormat {
  /** As `--to` takes it. */
  readonly name: string;
  readonly summary: string;
  /** The options of its own, by name, with a line of help each. */
  readonly options: Readonly<Record<string, string>>;
  /** @throws PromptmillError `usage` for an option it does not take */
  create(options: ExportOptions, sink: ExportSink): Exporter;
  /**
   * Checks files of this format.
   * @returns what is wrong, in the order of the file; empty when it is valid
   */
  validate?(file: string, text: string): readonly ExportFault[];
}

export interface ExportFault {
  readonly file: string;
  /** Line from 1, when the format has lines. */
  readonly line?: number;
  /** JSON pointer within the line or file. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}
