/** What the codes of a sequence stand for: baselines, extra bits and predefined distributions (RFC 8878 §3.1.1.3.2). */

import { buildFseTable, type FseLimits, type FseTable } from './fse-table.js';

/** One of the three codes of a sequence. */
export interface SequenceCode {
  readonly limits: FseLimits;
  readonly predefined: FseTable;
}

export const literalLengthCode: SequenceCode = {
  limits: { maxLog: 9, maxSymbol: 35 },
  predefined: buildFseTable(
    numbers('4 3 2 2 2 2 2 2 2 2 2 2 2 1 1 1 2 2 2 2 2 2 2 2 2 3 2 1 1 1 1 1 -1 -1 -1 -1'),
    6,
  ),
};

export const matchLengthCode: SequenceCode = {
  limits: { maxLog: 9, maxSymbol: 52 },
  predefined: buildFseTable([...numbers('1 4 3 2 2 2 2 2 2'), ...times(37, 1), ...times(7, -1)], 6),
};

export const offsetCode: SequenceCode = {
  limits: { maxLog: 8, maxSymbol: 31 },
  predefined: buildFseTable([...times(6, 1), ...times(3, 2), ...times(15, 1), ...times(5, -1)], 5),
};

/** Extra bits that follow each literal-length code, and the length they are added to. */
export const literalLengthBits = Uint8Array.from([
  ...times(16, 0),
  ...numbers('1 1 1 1 2 2 3 3 4 6 7 8 9 10 11 12 13 14 15 16'),
]);
export const literalLengthBase = baselines(literalLengthBits, 0);

/** The same for match lengths, which start at 3. */
export const matchLengthBits = Uint8Array.from([
  ...times(32, 0),
  ...numbers('1 1 1 1 2 2 3 3 4 4 5 7 8 9 10 11 12 13 14 15 16'),
]);
export const matchLengthBase = baselines(matchLengthBits, 3);

function numbers(list: string): number[] {
  return list.split(' ').map(Number);
}

function times(count: number, value: number): number[] {
  return Array.from({ length: count }, () => value);
}

/** Each code starts where the lengths of the one before end. */
function baselines(bits: Uint8Array, first: number): Int32Array {
  let next = first;
  return Int32Array.from(bits, (count) => {
    const base = next;
    next += 1 << count;
    return base;
  });
}
