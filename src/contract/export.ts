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

/** Takes what a format makes. Files are named relative to the export's folder, with `/` between folders. */
export interface ExportSink {
  /** Appends one line; the line end is added. */
  line(file: string, text: string | Uint8Array): void;
  /** Appends bytes as they are. */
  bytes(file: string, bytes: string | Uint8Array): void;
  /** Adds to the file's entry in the manifest: what a record of it is for, a model, an endpoint. */
  describe(file: string, facts: JsonRecord): void;
  /** Adds to `map.jsonl`. */
  place(place: ExportPlace): void;
  /** Adds to the loss report; nothing where there are no losses. */
  lose(request: string, losses: readonly Loss[]): void;
}

/**
 * One run of a format. Called in the order of the input: start, add…, end for each session, finish once. A session that
 * breaks is not ended: the next start, or finish, forgets what has not been written of it.
 */
export interface Exporter {
  startSession?(session: SessionFacts): void;
  add(inference: Inference): void;
  endSession?(): void;
  finish?(): void;
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

/** An option of one format, as help shows it. */
export interface FormatOption {
  /** `wire|strict`, `N`, `DIR` */
  readonly value: string;
  readonly help: string;
  /** What holds when it is left out. */
  readonly fallback: string;
}

export interface ExportFormat {
  /** As `--to` and `--as` take it. */
  readonly name: string;
  readonly summary: string;
  /** The options of its own, by name; no other is handed to `create`. */
  readonly options: Readonly<Record<string, FormatOption>>;
  /** @throws PromptmillError `usage` for a value an option does not take */
  create(options: ExportOptions, sink: ExportSink): Exporter;
  /** How its files are checked. */
  readonly check?: FileCheck;
}

/** Checks files of a format: each line as a JSON value, the whole file as one, or each row of a table. */
export interface FileCheck {
  readonly form: 'lines' | 'json' | 'parquet';
  /** Begins a file; what it returns takes the values of that file in their order. */
  start(): (value: unknown, report: ReportFault) => void;
}

/** Something in a value that its format does not allow. */
export interface ValueFault {
  /** JSON pointer within the value. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

export type ReportFault = (fault: ValueFault) => void;

export interface ExportFault extends ValueFault {
  readonly file: string;
  /** Line or row from 1, when the format has such. */
  readonly line?: number;
}
