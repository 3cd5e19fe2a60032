/** A compressed block: literals, then the sequences that weave them with earlier output; keeps what blocks of a frame share. */

import { maxBlockBytes, type BlockInput } from './block-input.js';
import type { HuffmanTable } from './huffman-table.js';
import { readLiterals } from './read-literals.js';
import { readSequenceHeader, type SequenceTables } from './read-sequence-header.js';
import { copySlackBytes, runSequences, type BlockOutput } from './run-sequences.js';

/** Decodes the compressed blocks of one frame after the other. */
export class BlockDecoder {
  readonly #literals = new Uint8Array(maxBlockBytes + copySlackBytes);
  readonly #literalView = new DataView(this.#literals.buffer);
  readonly #repeats = new Int32Array(3);
  #huffman: HuffmanTable | undefined;
  #tables: SequenceTables | undefined;

  /** Forgets the frame before. */
  startFrame(): void {
    this.#repeats.set([1, 4, 8]);
    this.#huffman = undefined;
    this.#tables = undefined;
  }

  /** Decodes the block in `input`; returns how many bytes were put after `out.end`. */
  decode(input: BlockInput, out: BlockOutput): number {
    const { lengthBytes, table, next } = readLiterals(input, this.#literals, {
      table: this.#huffman,
      maxBytes: out.maxBytes,
    });
    this.#huffman = table;
    const header = readSequenceHeader(input, next, this.#tables);
    if (header === undefined) {
      out.bytes.set(this.#literals.subarray(0, lengthBytes), out.end);
      return lengthBytes;
    }
    this.#tables = header.tables;
    const literals = { bytes: this.#literals, view: this.#literalView, lengthBytes };
    return runSequences(input, header, { literals, out, repeats: this.#repeats });
  }
}
