/** Sinks for `PlannedSession.writeTo`: one fills memory, one passes bytes on in chunks worth a system call. */

import type { ByteSink } from '../contract/bytes.js';

/** From this length on a chunk is passed on as it is: copying it first would cost more than the call it saves. */
const directBytes = 64 * 1024;

/** Copies chunks into `out`, one behind the other. */
export class MemorySink implements ByteSink {
  readonly out: Uint8Array;
  endBytes: number;

  constructor(out: Uint8Array, endBytes: number) {
    this.out = out;
    this.endBytes = endBytes;
  }

  write(chunk: Uint8Array): void {
    this.out.set(chunk, this.endBytes);
    this.endBytes += chunk.length;
  }
}

/** Gathers small chunks in `buffer` and hands on what is large enough. `flush` hands on the rest. */
export class ChunkSink implements ByteSink {
  /** All bytes taken so far. */
  totalBytes = 0;
  #usedBytes = 0;

  readonly buffer: Uint8Array;
  readonly pass: (bytes: Uint8Array) => void;

  constructor(buffer: Uint8Array, pass: (bytes: Uint8Array) => void) {
    this.buffer = buffer;
    this.pass = pass;
  }

  write(chunk: Uint8Array): void {
    this.totalBytes += chunk.length;
    if (this.#usedBytes + chunk.length > this.buffer.length) this.flush();
    if (chunk.length >= directBytes || chunk.length > this.buffer.length) {
      this.flush();
      this.pass(chunk);
      return;
    }
    this.buffer.set(chunk, this.#usedBytes);
    this.#usedBytes += chunk.length;
  }

  flush(): void {
    if (this.#usedBytes === 0) return;
    this.pass(this.buffer.subarray(0, this.#usedBytes));
    this.#usedBytes = 0;
  }
}
