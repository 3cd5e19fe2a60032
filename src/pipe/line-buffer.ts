/**
 * Gathers the bytes of a render into its lines and hands each on when it is whole.
 *
 * Cost: one more copy, and a buffer as long as the longest request. Gain: a session that breaks while it is written
 * leaves no part of a line behind, so that whoever reads can go on; and a frame can tell its length first.
 */

import type { ByteSink } from '../contract/bytes.js';
import { PromptmillError } from '../contract/errors.js';
import { ReusedBuffer } from '../sources/reused-buffer.js';

const lineEnd = 0x0a;

export class LineBuffer implements ByteSink {
  private readonly memory = new ReusedBuffer();
  private usedBytes = 0;
  private readonly maxBytes: number;
  private readonly take: (line: Uint8Array) => void;

  /** @param take is lent each line, without its end */
  constructor(maxBytes: number, take: (line: Uint8Array) => void) {
    this.maxBytes = maxBytes;
    this.take = take;
  }

  /** @throws PromptmillError `record_too_large` */
  write(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(lineEnd, from);
      if (end < 0) break;
      this.add(chunk.subarray(from, end));
      this.take(this.memory.bytes.subarray(0, this.usedBytes));
      this.usedBytes = 0;
      from = end + 1;
    }
    this.add(chunk.subarray(from));
  }

  /** Forgets a line that broke off. */
  clear(): void {
    this.usedBytes = 0;
  }

  private add(bytes: Uint8Array): void {
    const lengthBytes = this.usedBytes + bytes.length;
    if (lengthBytes > this.maxBytes) throw tooLong(this.maxBytes);
    this.memory.ensure(lengthBytes, this.usedBytes);
    this.memory.bytes.set(bytes, this.usedBytes);
    this.usedBytes = lengthBytes;
  }
}

function tooLong(maxBytes: number): PromptmillError {
  return new PromptmillError('record_too_large', 'a request is longer than may be sent', {
    found: `more than ${String(maxBytes)} bytes`,
    expected: `at most ${String(maxBytes)} bytes`,
    remedy: 'give a larger --max-frame, or render this one with `promptmill render`',
  });
}
