/** Bytes that come in pieces, looked at through one reused buffer: what a decoder reads compressed data from. */

/** Reads up to `lengthBytes` into `target` from index `from` on; returns how many bytes came, 0 at the end. */
export type ReadChunk = (target: Uint8Array, from: number, lengthBytes: number) => number;

const bufferBytes = 512 * 1024;

/** `bytes[at, end)` are known and not yet consumed; whoever consumes them moves `at`. */
export class ChunkReader {
  readonly bytes = new Uint8Array(bufferBytes);
  at = 0;
  end = 0;
  /** Where `bytes[0]` is in the whole. */
  #startBytes = 0;
  #read: ReadChunk = () => 0;

  /** Starts over on other data. */
  start(read: ReadChunk): void {
    this.#read = read;
    this.at = 0;
    this.end = 0;
    this.#startBytes = 0;
  }

  /** Where the next byte is, counted from the start of the data. */
  get offsetBytes(): number {
    return this.#startBytes + this.at;
  }

  /** Tries to have `countBytes` known bytes, at most half the buffer; false when the data ends before. */
  fill(countBytes: number): boolean {
    if (this.end - this.at >= countBytes) return true;
    this.bytes.copyWithin(0, this.at, this.end);
    this.#startBytes += this.at;
    this.end -= this.at;
    this.at = 0;
    while (this.end < countBytes) {
      const count = this.#read(this.bytes, this.end, bufferBytes - this.end);
      if (count === 0) return false;
      this.end += count;
    }
    return true;
  }

  /** Consumes `countBytes`, known or not; false when the data ends before. */
  skip(countBytes: number): boolean {
    let left = countBytes;
    while (left > this.end - this.at) {
      left -= this.end - this.at;
      this.at = this.end;
      if (!this.fill(1)) return false;
    }
    this.at += left;
    return true;
  }
}
