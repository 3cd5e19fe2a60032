/** One compressed block between zeroed margins, so that bit readers may look past either end without a bounds test. */

import { PromptmillError } from '../../contract/errors.js';

/** No block holds more than this, compressed or not (RFC 8878 §3.1.1.2.4). */
export const maxBlockBytes = 128 * 1024;

/** More than the bits of one sequence or one Huffman step: a reader checks its position once a step, not once a read. */
const marginBytes = 32;

/** The bytes a block decoder works on; `bytes[start, end)` is the block's content. */
export class BlockInput {
  readonly bytes = new Uint8Array(marginBytes + maxBlockBytes + marginBytes);
  readonly view = new DataView(this.bytes.buffer);
  readonly start = marginBytes;
  end = marginBytes;
  #offsetBytes = 0;
  #outputOffsetBytes = 0;

  /**
   * Takes a block's content.
   * @param offsetBytes where it starts in the compressed data.
   * @param outputOffsetBytes where what it stands for starts in the decompressed data.
   */
  load(content: Uint8Array, offsetBytes: number, outputOffsetBytes: number): void {
    this.bytes.set(content, this.start);
    this.end = this.start + content.length;
    this.bytes.fill(0, this.end, this.end + marginBytes);
    this.#offsetBytes = offsetBytes;
    this.#outputOffsetBytes = outputOffsetBytes;
  }

  /** The error for a block that breaks the format at index `at` of `bytes`; `found` says how. */
  damaged(found: string, at: number): PromptmillError {
    const offsetBytes =
      this.#offsetBytes + Math.min(Math.max(at, this.start), this.end) - this.start;
    return new PromptmillError(
      'input_corrupt',
      `zstd data is damaged at compressed byte ${offsetBytes}, after ${this.#outputOffsetBytes} decompressed bytes: ${found}`,
      { offsetBytes, found, expected: 'a valid zstd block' },
    );
  }
}
