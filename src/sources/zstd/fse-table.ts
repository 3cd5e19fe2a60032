/** Finite state entropy tables: read from a block's description, or built from the distributions the format predefines. */

import type { BlockInput } from './block-input.js';

/**
 * A decoding table with `1 << log` states. An entry packs what a state means:
 * `nextBase << 16 | bitCount << 8 | symbol`, where the next state is `nextBase` plus `bitCount` bits of the stream.
 */
export interface FseTable {
  readonly log: number;
  readonly entries: Int32Array;
}

export interface FseLimits {
  readonly maxLog: number;
  readonly maxSymbol: number;
}

/** Reads a table description that starts at `from`; `next` is the index after it (RFC 8878 §4.1.1). */
export function readFseTable(
  input: BlockInput,
  from: number,
  limits: FseLimits,
): { readonly table: FseTable; readonly next: number } {
  const { view } = input;
  const log = ((input.bytes[from] ?? 0) & 15) + 5;
  if (log > limits.maxLog) {
    throw input.damaged(`an FSE table of log ${log}, at most ${limits.maxLog} is allowed`, from);
  }
  const counts: number[] = [];
  let bit = from * 8 + 4;
  let remaining = 1 << log;
  while (remaining > 0 && counts.length <= limits.maxSymbol) {
    // One of `remaining + 2` values in as few bits as it takes: the low ones get one bit less.
    const width = 32 - Math.clz32(remaining + 1);
    const lowMask = (1 << (width - 1)) - 1;
    const shortCodes = (1 << width) - 2 - remaining;
    let value = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << width) - 1);
    bit += width;
    if ((value & lowMask) < shortCodes) {
      value &= lowMask;
      bit -= 1;
    } else if (value > lowMask) value -= shortCodes;
    const count = value - 1;
    remaining -= Math.abs(count);
    counts.push(count);
    for (let repeat = count === 0 ? 3 : 0; repeat === 3;) {
      repeat = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & 3;
      bit += 2;
      for (let i = 0; i < repeat; i++) counts.push(0);
      if (bit > input.end * 8) break;
    }
    if (bit > input.end * 8) throw input.damaged('an FSE table that runs past its block', from);
  }
  if (remaining !== 0 || counts.length > limits.maxSymbol + 1) {
    throw input.damaged('FSE probabilities that do not add up', from);
  }
  return { table: buildFseTable(counts, log), next: (bit + 7) >>> 3 };
}

/** Builds the table of a distribution whose counts add up to `1 << log`; -1 stands for "less than one". */
export function buildFseTable(counts: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const mask = size - 1;
  const step = (size >> 1) + (size >> 3) + 3;
  const symbols = new Uint8Array(size);
  const nextState = new Uint16Array(counts.length);
  let high = size;
  counts.forEach((count, symbol) => {
    nextState[symbol] = Math.abs(count);
    if (count === -1) symbols[--high] = symbol;
  });
  let position = 0;
  counts.forEach((count, symbol) => {
    for (let i = 0; i < count; i++) {
      symbols[position] = symbol;
      do position = (position + step) & mask;
      while (position >= high);
    }
  });
  const entries = new Int32Array(size);
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state] ?? 0;
    const slot = nextState[symbol] ?? 1;
    nextState[symbol] = slot + 1;
    const bits = log - (31 - Math.clz32(slot));
    entries[state] = (((slot << bits) - size) << 16) | (bits << 8) | symbol;
  }
  return { log, entries };
}

/** The table that gives one symbol for ever, without reading a bit. */
export function constantFseTable(symbol: number): FseTable {
  return { log: 0, entries: Int32Array.of(symbol) };
}
