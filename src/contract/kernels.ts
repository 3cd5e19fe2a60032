/** What a kernel does: the few byte operations on the hot path, the same bytes out whichever form runs. */

import type { ScanFault } from './tape.js';

/**
 * Checks one JSON value and leaves a tape. Long values are fed in several steps; positions on the tape count from the
 * first byte of the value's line whatever the steps.
 */
export interface JsonScanner {
  /** The tape so far; replaced when it grows. */
  readonly tape: Uint32Array;
  /** Tokens on the tape. */
  readonly tokenCount: number;
  /** Set after a step returned -1. */
  readonly fault: ScanFault | undefined;
  /** Bytes from the line's start at which the fault was found. */
  readonly faultOffset: number;
  /** Forgets the last value. */
  reset(): void;
  /**
   * Reads `bytes[from, to)`, whose first byte lies `offset` bytes behind the line's start.
   *
   * @param final true when the line ends at `to`
   * @returns how far it read: `to`, or less when a token must be seen whole (give it again with more behind it);
   * -1 on a fault.
   */
  step(bytes: Uint8Array, from: number, to: number, offset: number, final: boolean): number;
}

/** Scans whole lines, several in one crossing where crossing is dear; which of them is wanted is said afterwards. */
export interface LineScanner {
  /** How many lines are worth scanning at once. */
  readonly mostLines: number;
  /** Counts the calls of `scanLines`: whoever shares the scanner sees whether its lines are still there. */
  readonly round: number;
  /** The tape of the line that is shown. */
  readonly tape: Uint32Array;
  /** Tokens on it. */
  readonly tokenCount: number;
  /**
   * Scans lines of `bytes`, instead of those of before: line `i` is `bytes[bounds[2 * i], bounds[2 * i + 1])`.
   *
   * @param count from 1 to `mostLines`
   */
  scanLines(bytes: Uint8Array, bounds: Uint32Array, count: number): void;
  /**
   * Shows the tape of one of the scanned lines.
   * @returns false when the line is no JSON value
   */
  show(line: number): boolean;
}

export interface Kernel {
  readonly name: 'js' | 'wasm' | 'native';
  createLineScanner(this: void): LineScanner;
  createScanner(this: void): JsonScanner;
  /**
   * Finds `\n` in `bytes[from, to)` and writes their positions to `out` from index 0 until it is full.
   * @returns how many were written.
   */
  findLineEnds(this: void, bytes: Uint8Array, from: number, to: number, out: Uint32Array): number;
  /** Whether `bytes[from, to)` is well-formed UTF-8, beginning and ending at character borders. */
  isUtf8(this: void, bytes: Uint8Array, from: number, to: number): boolean;
}
