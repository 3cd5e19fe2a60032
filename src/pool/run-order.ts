/**
 * Where each run's output begins: the sum of the sizes of all runs before it.
 *
 * Nobody hands offsets on. A worker publishes how long its run's output is, and every thread adds up for itself
 * what has been published without a gap. So a run's size can be known, and the next run's start with it, long
 * before any of it is written.
 */

import type { JobBoard } from './job-board.js';
import { stoppedError } from './output-errors.js';

export class RunOrder {
  /** The first run whose size this thread has not added yet, and where that run begins. */
  #frontier = 0;
  #offsetBytes = 0;

  readonly board: JobBoard;

  constructor(board: JobBoard) {
    this.board = board;
  }

  /** Says once how many bytes a run puts out. */
  publish(run: number, bytes: number): void {
    const { published, sizes } = this.board.shared;
    // The size is a plain store: the atomic store after it makes it visible to whoever sees the flag.
    sizes[run] = bytes;
    Atomics.store(published, run, 1);
    this.board.wake();
  }

  publishedSize(run: number): number | undefined {
    const { published, sizes } = this.board.shared;
    return Atomics.load(published, run) === 1 ? sizes[run] : undefined;
  }

  /** The offset a run begins at, or undefined while an earlier run has not published. Runs are asked for in order. */
  startOf(run: number): number | undefined {
    while (this.#frontier < run && this.#advance());
    return this.#frontier === run ? this.#offsetBytes : undefined;
  }

  /**
   * The offset a run begins at, waiting for it.
   * @throws PromptmillError `aborted` when the job is stopped meanwhile
   */
  awaitStart(run: number): number {
    for (;;) {
      const epoch = this.board.epoch();
      const start = this.startOf(run);
      if (start !== undefined) return start;
      if (this.board.stopped() !== undefined) throw stoppedError();
      this.board.waitForChange(epoch);
    }
  }

  #advance(): boolean {
    const size = this.publishedSize(this.#frontier);
    if (size === undefined) return false;
    this.#frontier++;
    this.#offsetBytes += size;
    return true;
  }
}
