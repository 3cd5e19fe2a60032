// Where benches write to: chunks as the program gathers them, then one copy into memory in place of the system's.

import { ChunkSink } from '../../dist/pool/chunk-sink.js';

const chunkBytes = 1 << 20;
const pageBytes = 8 << 20;

/** Stands for a file in the page cache: takes every byte, keeps the newest few megabytes. */
export class WriteSink {
  #pages = Buffer.alloc(pageBytes);
  #chunks = new ChunkSink(Buffer.alloc(chunkBytes), (bytes) => this.#copy(bytes));

  /** Writes all that `fill` has to write, and tells how much it was. @param {(sink: import('../../dist/contract/bytes.js').ByteSink) => void} fill */
  take(fill) {
    this.#chunks.totalBytes = 0;
    fill(this.#chunks);
    this.#chunks.flush();
    return this.#chunks.totalBytes;
  }

  /** @param {Uint8Array} bytes */
  #copy(bytes) {
    for (let from = 0; from < bytes.length; from += pageBytes) {
      this.#pages.set(bytes.subarray(from, from + pageBytes));
    }
  }
}
