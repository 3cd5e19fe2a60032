/** Rollouts too large for memory, seen through a window that moves over the file. */

import type { RolloutBytes } from '../contract/bytes.js';
import { outOfRange } from './memory-bytes.js';
import { readRange } from './read-file.js';
import type { ReusedBuffer } from './reused-buffer.js';

/** What a jump reads: enough for most lines, little enough for thousands of jumps. */
const jumpBytes = 64 * 1024;

/** How much more is read each time when views go on where the window ended. */
const aheadFactor = 4;

export interface WindowOptions {
  /** Open for reading; stays open until the owner of the window closes it. */
  readonly fd: number;
  readonly sizeBytes: number;
  readonly windowBytes: number;
  readonly memory: ReusedBuffer;
}

/**
 * A file by windows. Three patterns matter:
 * - a scan forward, whose views may straddle the window's end: what the window already holds is moved, not read again,
 *   and some of what lies behind the view is kept, so that a look back does not move the window away;
 * - copies from all over the file: a jump reads little, and reads ahead more and more while views go on from there;
 * - a walk backward, line by line: the window then ends where the view ends.
 */
export class WindowBytes implements RolloutBytes {
  readonly size: number;
  readonly maxViewBytes: number;
  readonly #fd: number;
  readonly #memory: ReusedBuffer;
  /** The window holds `[#from, #to)` of the file. */
  #from = 0;
  #to = 0;
  /** How far a move reads; the first scan starts at full width. */
  #aheadBytes: number;
  #isClosed = false;

  constructor({ fd, sizeBytes, windowBytes, memory }: WindowOptions) {
    this.size = sizeBytes;
    this.maxViewBytes = windowBytes;
    this.#fd = fd;
    this.#memory = memory;
    this.#aheadBytes = windowBytes;
    memory.ensure(windowBytes, 0);
  }

  view(start: number, end: number): Uint8Array {
    if (start < this.#from || end > this.#to || end < start) this.#move(start, end);
    return this.#memory.bytes.subarray(start - this.#from, end - this.#from);
  }

  /** Ends every later view: the buffer is about to hold something else. */
  close(): void {
    this.#isClosed = true;
    this.#from = 0;
    this.#to = -1;
  }

  #move(start: number, end: number): void {
    if (
      this.#isClosed ||
      start < 0 ||
      end < start ||
      end > this.size ||
      end - start > this.maxViewBytes
    ) {
      throw outOfRange(this, start, end);
    }
    const goesOn = start >= this.#from && start <= this.#to + jumpBytes;
    if (goesOn) return this.#moveOn(start, end);
    const goesBack = end <= this.#to && end >= this.#from - jumpBytes;
    if (!goesBack) this.#aheadBytes = jumpBytes;
    const span = Math.max(end - start, this.#takeAhead());
    const from = goesBack ? Math.max(0, end - span) : start;
    this.#from = from;
    this.#to = from;
    this.#readUpTo(goesBack ? end : Math.min(this.size, start + span));
  }

  /** Moves forward over the file, reading only what the window does not hold yet. */
  #moveOn(start: number, end: number): void {
    const room = this.maxViewBytes - (end - start);
    const behind =
      start <= this.#to ? Math.min(start - this.#from, room, this.maxViewBytes >> 3) : 0;
    const from = start - behind;
    const { bytes } = this.#memory;
    if (from < this.#to) bytes.copyWithin(0, from - this.#from, this.#to - this.#from);
    this.#to = Math.max(this.#to, from);
    this.#from = from;
    const aheadBytes = this.#takeAhead();
    this.#readUpTo(
      Math.min(this.size, from + this.maxViewBytes, Math.max(end, start + aheadBytes)),
    );
  }

  /** How much to read at least this time; next time it is more. */
  #takeAhead(): number {
    const aheadBytes = this.#aheadBytes;
    this.#aheadBytes = Math.min(this.maxViewBytes, aheadBytes * aheadFactor);
    return aheadBytes;
  }

  #readUpTo(to: number): void {
    const target = { bytes: this.#memory.bytes, at: this.#to - this.#from };
    const from = this.#to;
    // Until the bytes are there the window holds only what it kept: an error must not leave it claiming more.
    readRange(this.#fd, target, { from, to, sizeBytes: this.size });
    this.#to = Math.max(from, to);
  }
}
