/** Rollouts that are in memory as a whole. */

import type { RolloutBytes } from '../contract/bytes.js';
import { PromptmillError } from '../contract/errors.js';
import { minViewBytes } from '../contract/limits.js';

/** The rollout whose bytes are `bytes`, which must not change while it is in use. */
export function inMemory(bytes: Uint8Array): RolloutBytes {
  return new MemoryBytes(bytes, bytes.length);
}

/** The first `size` bytes of a buffer, until it is closed. */
export class MemoryBytes implements RolloutBytes {
  readonly size: number;
  readonly maxViewBytes: number;
  readonly #bytes: Uint8Array;
  #whole: Uint8Array | undefined;
  #visibleBytes: number;

  constructor(bytes: Uint8Array, size: number) {
    this.size = size;
    this.maxViewBytes = Math.max(size, minViewBytes);
    this.#bytes = bytes;
    this.#whole = bytes.subarray(0, size);
    this.#visibleBytes = size;
  }

  get whole(): Uint8Array | undefined {
    return this.#whole;
  }

  view(start: number, end: number): Uint8Array {
    if (start < 0 || end < start || end > this.#visibleBytes) throw outOfRange(this, start, end);
    return this.#bytes.subarray(start, end);
  }

  /** Ends every later view: the buffer is about to hold something else. */
  close(): void {
    this.#visibleBytes = -1;
    this.#whole = undefined;
  }
}

/** A range no correct caller asks for: beyond the data, too long, or of a rollout that was closed. */
export function outOfRange(source: RolloutBytes, start: number, end: number): PromptmillError {
  return new PromptmillError(
    'internal',
    `view [${start}, ${end}) of a rollout of ${source.size} bytes`,
    {
      found: `[${start}, ${end})`,
      expected: `a range of an open rollout, within [0, ${source.size}) and at most ${source.maxViewBytes} bytes long`,
    },
  );
}
