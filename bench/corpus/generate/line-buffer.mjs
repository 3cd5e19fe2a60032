// JSON lines in one reused buffer: small values are printed, long texts are copied.

import { takePrintedTexts, textMark } from './text.mjs';

const firstCapacity = 1 << 20;
const newline = 0x0a;

export class LineBuffer {
  constructor() {
    this.bytes = Buffer.allocUnsafe(firstCapacity);
    this.length = 0;
    /** Bytes appended since the beginning: the position in the file. */
    this.total = 0;
  }

  /** One line: the value as JSON, and a line feed. @param {unknown} value */
  append(value) {
    const before = this.length;
    const frame = JSON.stringify(value);
    const texts = takePrintedTexts();
    let from = 0;
    for (const text of texts) {
      const at = frame.indexOf(textMark, from);
      this.#writeString(frame.slice(from, at));
      for (const part of text.parts) {
        if (typeof part === 'string') this.#writeString(part);
        else this.#writeSlice(part);
      }
      from = at + textMark.length;
    }
    this.#writeString(from === 0 ? frame : frame.slice(from));
    this.#reserve(1);
    this.bytes[this.length++] = newline;
    this.total += this.length - before;
  }

  /** Bytes as they are, for lines that are no JSON. @param {Uint8Array | string} raw */
  appendRaw(raw) {
    const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
    this.#writeSlice({ bytes, start: 0, end: bytes.length });
    this.total += bytes.length;
  }

  /** What was appended since the last call; valid until the next append. */
  take() {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }

  /** As new, but with the memory it has: first touch of fresh memory costs far more than the copy. */
  reset() {
    this.length = 0;
    this.total = 0;
  }

  /** @param {string} text */
  #writeString(text) {
    this.#reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  /** @param {{ readonly bytes: Uint8Array, readonly start: number, readonly end: number }} slice */
  #writeSlice({ bytes, start, end }) {
    this.#reserve(end - start);
    this.bytes.set(bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** @param {number} more */
  #reserve(more) {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
