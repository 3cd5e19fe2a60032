/** Data of unknown length on its way in: kept in a reused buffer, or moved to a temporary file once it is too much. */

import type { ReadChunk } from './chunk-reader.js';
import { MemoryBytes } from './memory-bytes.js';
import type { ReusedBuffer } from './reused-buffer.js';
import { SpoolFile } from './spool-file.js';
import { WindowBytes } from './window-bytes.js';
import type { ZstdTarget } from './zstd/decode-zstd.js';

export interface InflateLimits {
  /** Data up to this size stays in memory. */
  readonly inMemoryBytes: number;
  readonly windowBytes: number;
  /** Folder of temporary files. */
  readonly spoolFolder: string;
}

/** A decoder may have to keep more than may stay in memory: then it gets that and this much more to work in. */
const mostMovedBytes = 16 * 1024 * 1024;

/** What a pipe is asked for at once. */
const chunkBytes = 256 * 1024;

/** Takes data with `drain`, `append`, or at `bytes[end]` after `reserve`; then `finish` or `discard`. */
export class InflatedBytes implements ZstdTarget {
  /** Index in `bytes` after the newest data. */
  end = 0;
  readonly #memory: ReusedBuffer;
  readonly #limits: InflateLimits;
  #spool: SpoolFile | undefined;

  constructor(memory: ReusedBuffer, limits: InflateLimits) {
    this.#memory = memory;
    this.#limits = limits;
  }

  get bytes(): Uint8Array {
    return this.#memory.bytes;
  }

  get view(): DataView {
    return this.#memory.view;
  }

  get totalBytes(): number {
    return (this.#spool?.sizeBytes ?? 0) + this.end;
  }

  append(chunk: Uint8Array): void {
    this.reserve(chunk.length, 0);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Takes everything `read` gives. */
  drain(read: ReadChunk): void {
    for (let count = 1; count > 0;) {
      this.reserve(chunkBytes, 0);
      count = read(this.bytes, this.end, chunkBytes);
      this.end += count;
    }
  }

  /** Makes room for `roomBytes` after `end`; the newest `keepBytes` stay in `bytes` whatever is moved out. */
  reserve(roomBytes: number, keepBytes: number): void {
    const mostBytes = Math.max(
      this.#limits.inMemoryBytes,
      keepBytes + Math.min(keepBytes, mostMovedBytes),
    );
    if (this.end > mostBytes) this.#moveOut(this.end - keepBytes);
    this.#memory.ensure(this.end + roomBytes, this.end);
  }

  /** All data as a rollout. */
  finish(): MemoryBytes | WindowBytes {
    if (this.#spool === undefined) return new MemoryBytes(this.bytes, this.end);
    this.#moveOut(this.end);
    const { fd, sizeBytes } = this.#spool;
    return new WindowBytes({
      fd,
      sizeBytes,
      windowBytes: this.#limits.windowBytes,
      memory: this.#memory,
    });
  }

  /** Gives up the temporary file, if there is one; call it once, when the data is not needed any more. */
  discard(): void {
    this.#spool?.close();
    this.#spool = undefined;
  }

  #moveOut(countBytes: number): void {
    this.#spool ??= new SpoolFile(this.#limits.spoolFolder);
    this.#spool.append(this.bytes, countBytes);
    this.bytes.copyWithin(0, countBytes, this.end);
    this.end -= countBytes;
  }
}
