/** The head of a sequences section: how many there are and the tables that decode them (RFC 8878 §3.1.1.3.2.1). */

import type { BlockInput } from './block-input.js';
import { constantFseTable, readFseTable, type FseTable } from './fse-table.js';
import {
  literalLengthCode,
  matchLengthCode,
  offsetCode,
  type SequenceCode,
} from './sequence-codes.js';

/** The tables of a block's sequences; a later block may use them again. */
export interface SequenceTables {
  readonly literalLength: FseTable;
  readonly offset: FseTable;
  readonly matchLength: FseTable;
}

export interface SequenceHeader {
  /** At least 1. */
  readonly count: number;
  readonly tables: SequenceTables;
  /** Index in the block where the sequences' bit stream starts; it ends where the block ends. */
  readonly from: number;
}

/** Reads the head at index `at`; undefined when the block has no sequences. `earlier` are the tables sent last. */
export function readSequenceHeader(
  input: BlockInput,
  at: number,
  earlier: SequenceTables | undefined,
): SequenceHeader | undefined {
  const { view, end } = input;
  if (at >= end) throw input.damaged('a block without its sequences', at);
  const first = view.getUint8(at);
  if (first === 0) {
    if (at + 1 !== end) throw input.damaged('bytes after the last sequence', at + 1);
    return undefined;
  }
  const { count, modesAt } = readCount(view, at, first);
  const modes = view.getUint8(modesAt);
  if ((modes & 3) !== 0) throw input.damaged('reserved bits set in a sequence header', modesAt);
  const literalLength = readTable(input, modesAt + 1, {
    mode: modes >> 6,
    code: literalLengthCode,
    earlier: earlier?.literalLength,
  });
  const offset = readTable(input, literalLength.next, {
    mode: (modes >> 4) & 3,
    code: offsetCode,
    earlier: earlier?.offset,
  });
  const matchLength = readTable(input, offset.next, {
    mode: (modes >> 2) & 3,
    code: matchLengthCode,
    earlier: earlier?.matchLength,
  });
  if (matchLength.next >= end) throw input.damaged('a block without its sequences', at);
  return {
    count,
    tables: {
      literalLength: literalLength.table,
      offset: offset.table,
      matchLength: matchLength.table,
    },
    from: matchLength.next,
  };
}

function readCount(
  view: DataView,
  at: number,
  first: number,
): { readonly count: number; readonly modesAt: number } {
  if (first < 128) return { count: first, modesAt: at + 1 };
  if (first < 255) return { count: ((first - 128) << 8) + view.getUint8(at + 1), modesAt: at + 2 };
  return { count: view.getUint16(at + 1, true) + 0x7f00, modesAt: at + 3 };
}

/** Modes: 0 predefined, 1 one code for all, 2 sent here, 3 as in the block before. */
function readTable(
  input: BlockInput,
  at: number,
  use: {
    readonly mode: number;
    readonly code: SequenceCode;
    readonly earlier: FseTable | undefined;
  },
): { readonly table: FseTable; readonly next: number } {
  if (use.mode === 0) return { table: use.code.predefined, next: at };
  if (use.mode === 2) return readFseTable(input, at, use.code.limits);
  if (use.mode === 3) {
    if (use.earlier === undefined) {
      throw input.damaged('sequences that use a table no block has sent', at);
    }
    return { table: use.earlier, next: at };
  }
  const symbol = input.view.getUint8(at);
  if (symbol > use.code.limits.maxSymbol) throw input.damaged(`a sequence code of ${symbol}`, at);
  return { table: constantFseTable(symbol), next: at + 1 };
}
