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

export interface Kernel {
  readonly name: 'js' | 'wasm' | 'native';
  createScanner(this: void): JsonScanner;
  /**
   * Finds `\n` in `bytes[from, to)` and writes their positions to `out` from index 0 until it is full.
   * @returns how many were written.
   */
  findLineEnds(this: void, bytes: Uint8Array, from: number, to: number, out: Uint32Array): number;
  /** Whether `bytes[from, to)` is well-formed UTF-8, beginning and ending at character borders. */
  isUtf8(this: void, bytes: Uint8Array, from: number, to: number): boolean;
}
