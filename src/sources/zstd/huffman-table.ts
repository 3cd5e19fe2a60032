/** Huffman tables of literals: the weights of a tree description, and the table a stream is decoded with. */

import type { BlockInput } from './block-input.js';
import { readFseTable } from './fse-table.js';

/** A table looked up with the next `log` bits; an entry is `bitCount << 8 | symbol`. */
export interface HuffmanTable {
  readonly log: number;
  readonly entries: Uint16Array;
}

const maxLog = 11;
const weightLimits = { maxLog: 6, maxSymbol: maxLog + 1 };
const maxWeights = 255;

/** Reads a tree description that starts at `from`; `next` is the index after it (RFC 8878 §4.2.1). */
export function readHuffmanTable(
  input: BlockInput,
  from: number,
): { readonly table: HuffmanTable; readonly next: number } {
  const header = input.bytes[from] ?? 0;
  const direct = header >= 128;
  const next = from + 1 + (direct ? (header - 126) >> 1 : header);
  if (next > input.end) throw input.damaged('a Huffman tree that runs past its block', from);
  const weights = direct
    ? readDirectWeights(input, from + 1, header - 127)
    : readPackedWeights(input, from + 1, next);
  return { table: buildHuffmanTable(input, from, weights), next };
}

function readDirectWeights(input: BlockInput, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const pair = input.bytes[from + (i >> 1)] ?? 0;
    return i % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

/** Weights as two interleaved FSE states over one backward bit stream, which ends where its bits run out. */
function readPackedWeights(input: BlockInput, from: number, to: number): number[] {
  const { table, next } = readFseTable(input, from, weightLimits);
  const last = input.bytes[to - 1] ?? 0;
  if (next >= to || last === 0) throw input.damaged('a Huffman tree without weights', from);
  const { entries, log } = table;
  const startBit = next * 8;
  let bit = to * 8 - 1 - (Math.clz32(last) - 24);
  const take = (count: number): number => {
    bit -= count;
    return (input.view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << count) - 1);
  };
  let current = take(log);
  let other = take(log);
  if (bit < startBit) throw input.damaged('Huffman weights cut short', from);
  const weights: number[] = [];
  while (weights.length < maxWeights) {
    const entry = entries[current] ?? 0;
    weights.push(entry & 0xff);
    const following = (entry >> 16) + take((entry >> 8) & 0xff);
    if (bit < startBit) {
      weights.push((entries[other] ?? 0) & 0xff);
      return weights;
    }
    current = other;
    other = following;
  }
  throw input.damaged('too many Huffman weights', from);
}

function buildHuffmanTable(input: BlockInput, from: number, weights: number[]): HuffmanTable {
  let sum = 0;
  for (const weight of weights) {
    if (weight > maxLog) {
      throw input.damaged(`a Huffman weight of ${weight}, at most ${maxLog} is allowed`, from);
    }
    sum += (1 << weight) >> 1;
  }
  const log = 32 - Math.clz32(sum);
  const rest = (1 << log) - sum;
  const isPowerOfTwo = (rest & (rest - 1)) === 0;
  if (sum === 0 || log > maxLog || weights.length > maxWeights || !isPowerOfTwo) {
    throw input.damaged('Huffman weights that make no tree', from);
  }
  // The last weight is not stored: it is what fills the tree up.
  weights.push(32 - Math.clz32(rest));
  const ones = weights.filter((weight) => weight === 1).length;
  if (ones < 2 || ones % 2 === 1) throw input.damaged('Huffman weights that make no tree', from);
  const entries = new Uint16Array(1 << log);
  let index = 0;
  for (let weight = 1; weight <= log; weight++) {
    const span = 1 << (weight - 1);
    weights.forEach((own, symbol) => {
      if (own !== weight) return;
      entries.fill(((log + 1 - weight) << 8) | symbol, index, index + span);
      index += span;
    });
  }
  return { log, entries };
}
