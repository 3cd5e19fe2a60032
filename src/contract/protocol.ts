/** What the main thread and the workers of a job say to each other: plain data and shared memory, no class instances. */

import type { ErrorRecord } from './errors.js';
import type { Notice } from './request.js';
import type { RenderContext } from './session.js';

/**
 * The input files of a job as one block of UTF-8, shared: a million paths are not copied to every thread.
 * File `i` is `bytes[ends[i - 1], ends[i])`.
 */
export interface SharedPaths {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly ends: Float64Array<SharedArrayBuffer>;
}

/**
 * The memory the threads of one job share. Files are numbered from 0 in the order of the output; a run is a
 * stretch of consecutive files that one worker renders.
 */
export interface SharedBoard {
  readonly paths: SharedPaths;
  /** First file of each run, then the count of files. */
  readonly runStarts: Uint32Array<SharedArrayBuffer>;
  /** Cells named in `pool/job-board.ts`. */
  readonly control: Int32Array<SharedArrayBuffer>;
  /** Per run: the worker that took it, plus 1. */
  readonly owners: Int32Array<SharedArrayBuffer>;
  /** Per run: 1 once `sizes` holds its output's length. */
  readonly published: Int32Array<SharedArrayBuffer>;
  readonly sizes: Float64Array<SharedArrayBuffer>;
  /** Per worker: the file it is rendering, plus 1; 0 between files. */
  readonly current: Int32Array<SharedArrayBuffer>;
  /** One cell: bytes of the run whose turn it is that an unseekable output has taken. */
  readonly emitted: Float64Array<SharedArrayBuffer>;
}

/** Where the workers write. Descriptors belong to the process, so a worker can use what the main thread opened. */
export type OutputTarget =
  /** A pipe, terminal or device, or standard output: written in turn. */
  | { readonly kind: 'stream'; readonly fd: number }
  /** A regular file: each run is written at its own offset. */
  | { readonly kind: 'file'; readonly fd: number }
  /** A folder: each run fills files of its own, `<folder>/<prefix><run>-<n>`. */
  | {
      readonly kind: 'parts';
      readonly folder: string;
      readonly prefix: string;
      readonly partBytes: number;
    };

/** A run to do again because the worker that had it is gone. */
export interface RunAgain {
  readonly run: number;
  /** Files that are not rendered again, and what is reported instead. */
  readonly skip: readonly { readonly file: number; readonly failure: ErrorRecord }[];
}

/** What a worker is started with; it then takes runs from the board until none is left. */
export interface BatchJob {
  /** The worker's own number, from 0. */
  readonly worker: number;
  readonly context: RenderContext;
  readonly board: SharedBoard;
  readonly output: OutputTarget;
  /** Done before any run is taken from the board, in ascending order. */
  readonly again: readonly RunAgain[];
}

/** A finished part file, still under its temporary name. */
export interface PartReport {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

export type NoticeCounts = Readonly<Partial<Record<Notice['code'], number>>>;

/** What became of one run; told once its output is written. */
export interface RunReport {
  readonly run: number;
  readonly sessions: number;
  readonly requests: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly failures: readonly ErrorRecord[];
  readonly notices: NoticeCounts;
  /** Notices that are in no count because their session had too many. */
  readonly noticesLeftOut: number;
  readonly parts: readonly PartReport[];
}
