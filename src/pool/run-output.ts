/** What a worker puts its sessions into. The implementations differ in where the bytes go, not in how they are used. */

import type { PartReport } from '../contract/protocol.js';
import type { PlannedSession } from '../contract/session.js';
import type { JobBoard } from './job-board.js';

/** A run whose output is where it belongs. */
export interface WrittenRun {
  readonly run: number;
  readonly bytes: number;
  readonly parts: readonly PartReport[];
}

/**
 * Runs come in ascending order: `beginRun`, its sessions, `endRun`. A run may still be held back after `endRun`;
 * `onWritten` tells when it no longer is. An error of which `endsJob` holds is the end of the job; any other error
 * of `write` is the session's, which then has left no trace in the output.
 */
export interface RunOutput {
  beginRun(run: number): void;
  /** @param sessionsLeft how many sessions may still follow in this run */
  write(session: PlannedSession, sessionsLeft: number): void;
  endRun(): void;
  /** Writes what is held back, waiting for its turn. */
  close(): void;
}

export interface OutputOptions {
  readonly board: JobBoard;
  readonly onWritten: (written: WrittenRun) => void;
}
