/** The two ways bytes of a run reach an output that all runs share: at their offset, or when it is their turn. */

import type { JobBoard } from './job-board.js';
import { writeFully } from './write-fully.js';

/** Where in the output a stretch of bytes belongs. */
export interface Place {
  /** Where its run begins. */
  readonly startBytes: number;
  /** Where it begins in its run. */
  readonly offsetBytes: number;
}

export interface Outlet {
  /**
   * Whether a run's size may be told before it is written. If so, later runs are written at the same time, and what
   * was written can be written over; if not, telling it hands the turn on.
   */
  readonly seekable: boolean;
  write(bytes: Uint8Array, place: Place): void;
  /** The run whose turn it is is complete. */
  endTurn(): void;
}

/** A regular file: every thread writes where its bytes belong. */
export class FileOutlet implements Outlet {
  readonly seekable = true;

  readonly fd: number;
  readonly board: JobBoard;

  constructor(fd: number, board: JobBoard) {
    this.fd = fd;
    this.board = board;
  }

  write(bytes: Uint8Array, place: Place): void {
    writeFully(this, bytes, place.startBytes + place.offsetBytes);
  }

  endTurn(): void {}
}

/** A pipe, terminal or device. What it has taken is counted on the board, so that a run done again goes on from there. */
export class StreamOutlet implements Outlet {
  readonly seekable = false;

  readonly fd: number;
  readonly board: JobBoard;

  constructor(fd: number, board: JobBoard) {
    this.fd = fd;
    this.board = board;
  }

  write(bytes: Uint8Array, place: Place): void {
    const { emitted } = this.board.shared;
    const taken = emitted[0] ?? 0;
    const fresh = bytes.subarray(Math.max(0, taken - place.offsetBytes));
    if (fresh.length === 0) return;
    writeFully(this, fresh, null);
    emitted[0] = place.offsetBytes + bytes.length;
  }

  endTurn(): void {
    this.board.shared.emitted[0] = 0;
  }
}
