/** Memory that is grown and kept: the first touch of fresh memory costs ten times the copy that fills it. */

/** Buffers start with this much, so that small files do not make one grow step by step. */
const firstBytes = 256 * 1024;

/** One growing buffer; its content is whatever its user last put there. */
export class ReusedBuffer {
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Covers the same buffer as `bytes`. */
  get view(): DataView {
    return this.#view;
  }

  /** Makes `bytes` at least `lengthBytes` long, in doubling steps; the first `keepBytes` stay as they are. */
  ensure(lengthBytes: number, keepBytes: number): void {
    if (lengthBytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(lengthBytes, this.#bytes.length * 2, firstBytes));
    grown.set(this.#bytes.subarray(0, keepBytes));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
