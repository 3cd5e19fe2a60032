/** Writes all of a chunk to a descriptor, however much of it each call takes and however long a pipe is full. */

import { writeSync } from 'node:fs';
import type { JobBoard } from './job-board.js';
import { outputError, stoppedError } from './output-errors.js';

/** First and longest pause between tries on a full pipe: the first is short enough to keep a quick reader busy. */
const firstPauseMs = 0.05;
const longestPauseMs = 5;

/** A cell nobody notifies: waiting on it is the only synchronous sleep there is. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Says whether writing still makes sense, and is told when it no longer does: the board of a job, or less. */
export type StopSign = Pick<JobBoard, 'stop' | 'stopped'>;

/** A descriptor, and what says whether writing to it still makes sense. */
export interface OpenFile {
  readonly fd: number;
  readonly board: StopSign;
}

/**
 * @param position `null` writes where the descriptor stands
 * @throws PromptmillError `output_failed` when the system refuses, `aborted` when the job was stopped or the
 *   reader of a pipe is gone (the board is stopped with `reader_gone`)
 */
export function writeFully(file: OpenFile, chunk: Uint8Array, position: number | null): void {
  let done = 0;
  let pauseMs = firstPauseMs;
  while (done < chunk.length) {
    if (file.board.stopped() !== undefined) throw stoppedError();
    const written = tryWrite(
      file,
      chunk.subarray(done),
      position === null ? null : position + done,
    );
    done += written;
    if (written > 0) {
      pauseMs = firstPauseMs;
    } else {
      Atomics.wait(sleeper, 0, 0, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}

function tryWrite(file: OpenFile, chunk: Uint8Array, position: number | null): number {
  try {
    return writeSync(file.fd, chunk, 0, chunk.length, position);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A non-blocking pipe that is full: its reader is slow, not gone.
    if (code === 'EAGAIN') return 0;
    if (code !== 'EPIPE') throw outputError(error);
    file.board.stop('reader_gone');
    throw stoppedError();
  }
}
