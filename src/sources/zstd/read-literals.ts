/** The literals section of a block: raw, one repeated byte, or Huffman-coded in one or four streams (RFC 8878 §3.1.1.3.1). */

import type { BlockInput } from './block-input.js';
import { readHuffmanTable, type HuffmanTable } from './huffman-table.js';

export interface LiteralsResult {
  /** Bytes written to `out`. */
  readonly lengthBytes: number;
  /** The table a later block may use again. */
  readonly table: HuffmanTable | undefined;
  /** Index in the block after the section. */
  readonly next: number;
}

/** A section's head by its two format bits: types 0 (raw) and 1 (one byte repeated). */
const plainHeads = [
  { shift: 3, sizeBits: 5, headBytes: 1 },
  { shift: 4, sizeBits: 12, headBytes: 2 },
  { shift: 3, sizeBits: 5, headBytes: 1 },
  { shift: 4, sizeBits: 20, headBytes: 3 },
];
/** The same for types 2 (Huffman with its tree) and 3 (Huffman with the tree of an earlier block). */
const codedHeads = [
  { streams: 1, sizeBits: 10, headBytes: 3 },
  { streams: 4, sizeBits: 10, headBytes: 3 },
  { streams: 4, sizeBits: 14, headBytes: 4 },
  { streams: 4, sizeBits: 18, headBytes: 5 },
];

/** A stream's bits are read in words of 32: this many are sure to be there whatever the position within a byte. */
const sureBits = 25;

/**
 * Decodes the literals section at the start of the block into `out`.
 *
 * `table` is the one of an earlier block, for a section that brings none; `maxBytes` the most a block may hold here.
 */
export function readLiterals(
  input: BlockInput,
  out: Uint8Array,
  { table, maxBytes }: { readonly table: HuffmanTable | undefined; readonly maxBytes: number },
): LiteralsResult {
  const type = input.view.getUint8(input.start) & 3;
  const section =
    type < 2 ? readPlain(input, out, maxBytes) : readCoded(input, out, { table, maxBytes });
  if (section.next > input.end) {
    throw input.damaged('literals that run past their block', input.start);
  }
  return { table, ...section };
}

function readPlain(
  input: BlockInput,
  out: Uint8Array,
  maxBytes: number,
): { lengthBytes: number; next: number } {
  const { view, bytes, start } = input;
  const head = view.getUint32(start, true);
  const { shift, sizeBits, headBytes } = rowOf(plainHeads, head);
  const lengthBytes = (head >>> shift) & ((1 << sizeBits) - 1);
  checkLength(input, lengthBytes, maxBytes);
  const from = start + headBytes;
  if ((head & 3) === 1) {
    out.fill(bytes[from] ?? 0, 0, lengthBytes);
    return { lengthBytes, next: from + 1 };
  }
  out.set(bytes.subarray(from, from + lengthBytes));
  return { lengthBytes, next: from + lengthBytes };
}

function readCoded(
  input: BlockInput,
  out: Uint8Array,
  {
    table: earlier,
    maxBytes,
  }: { readonly table: HuffmanTable | undefined; readonly maxBytes: number },
): LiteralsResult {
  const { view, start } = input;
  const head = view.getUint32(start, true);
  const { streams, sizeBits, headBytes } = rowOf(codedHeads, head);
  const mask = (1 << sizeBits) - 1;
  const lengthBytes = (head >>> 4) & mask;
  const codedBytes =
    (view.getUint32(start + ((4 + sizeBits) >> 3), true) >>> ((4 + sizeBits) & 7)) & mask;
  checkLength(input, lengthBytes, maxBytes);
  const from = start + headBytes;
  const to = from + codedBytes;
  if (to > input.end) throw input.damaged('literals that run past their block', start);
  const tree = (head & 3) === 2 ? readHuffmanTable(input, from) : { table: earlier, next: from };
  if (tree.table === undefined) {
    throw input.damaged('literals that use a Huffman tree no block has sent', start);
  }
  if (streams === 1) {
    decodeStream(input, tree.table, { from: tree.next, to, out, outFrom: 0, outTo: lengthBytes });
  } else {
    decodeFourStreams(input, tree.table, {
      from: tree.next,
      to,
      out,
      outFrom: 0,
      outTo: lengthBytes,
    });
  }
  return { lengthBytes, table: tree.table, next: to };
}

interface Stream {
  readonly from: number;
  readonly to: number;
  readonly out: Uint8Array;
  readonly outFrom: number;
  readonly outTo: number;
}

function decodeFourStreams(input: BlockInput, table: HuffmanTable, stream: Stream): void {
  const { view } = input;
  const { from, to, out, outTo } = stream;
  const quarter = (outTo + 3) >> 2;
  const first = from + 6;
  if (first > to || quarter * 3 > outTo) {
    throw input.damaged('literals without their four streams', from);
  }
  const second = first + view.getUint16(from, true);
  const third = second + view.getUint16(from + 2, true);
  const fourth = third + view.getUint16(from + 4, true);
  if (fourth > to) throw input.damaged('literal streams that run past their section', from);
  decodeStream(input, table, { from: first, to: second, out, outFrom: 0, outTo: quarter });
  decodeStream(input, table, {
    from: second,
    to: third,
    out,
    outFrom: quarter,
    outTo: quarter * 2,
  });
  decodeStream(input, table, {
    from: third,
    to: fourth,
    out,
    outFrom: quarter * 2,
    outTo: quarter * 3,
  });
  decodeStream(input, table, { from: fourth, to, out, outFrom: quarter * 3, outTo });
}

/** One stream, read backward from its last byte, whose highest set bit only marks the end. */
function decodeStream(input: BlockInput, table: HuffmanTable, stream: Stream): void {
  const { view } = input;
  const { from, to, out, outTo } = stream;
  const { entries, log } = table;
  const last = from < to ? view.getUint8(to - 1) : 0;
  if (last === 0) throw input.damaged('a literal stream without its end mark', from);
  const startBit = from * 8;
  const mask = (1 << log) - 1;
  const shift = sureBits - log;
  let bit = to * 8 - 1 - (Math.clz32(last) - 24);
  let at = stream.outFrom;
  // Two symbols a word: 22 bits at most. What is looked at below the start never decides a symbol that is in the stream.
  for (; at + 1 < outTo; at += 2) {
    const base = bit - sureBits;
    const word = view.getUint32(base >>> 3, true) >>> (base & 7);
    const one = entries[(word >>> shift) & mask] ?? 0;
    const oneBits = one >>> 8;
    const two = entries[(word >>> (shift - oneBits)) & mask] ?? 0;
    out[at] = one;
    out[at + 1] = two;
    bit -= oneBits + (two >>> 8);
    if (bit < startBit) break;
  }
  if (at + 1 === outTo && bit >= startBit) {
    const base = bit - sureBits;
    const entry =
      entries[((view.getUint32(base >>> 3, true) >>> (base & 7)) >>> shift) & mask] ?? 0;
    out[at] = entry;
    bit -= entry >>> 8;
  }
  if (bit !== startBit) throw input.damaged('a literal stream of the wrong length', from);
}

function checkLength(input: BlockInput, lengthBytes: number, maxBytes: number): void {
  if (lengthBytes > maxBytes) {
    throw input.damaged(`${lengthBytes} bytes of literals in one block`, input.start);
  }
}

function rowOf<Row>(rows: readonly Row[], head: number): Row {
  const row = rows[(head >>> 2) & 3];
  if (row === undefined) throw new RangeError('two bits name one of four rows');
  return row;
}
