/** Sums up a request by what its parts are. */

import type { ExplainedPart, GroupTotal } from './explanation.js';
import { groupWords } from './group-part.js';

type Sums = { -readonly [Name in keyof GroupTotal]: GroupTotal[Name] };

/**
 * @param outer fields and items
 * @returns the largest first, protocol last; their bytes are those of the body. What a message has around its parts
 *   counts with the first of them.
 */
export function groupTotals(
  outer: readonly ExplainedPart[],
  protocolBytes: number,
): readonly GroupTotal[] {
  const totals = new Map<string, Sums>();
  for (const part of outer) {
    const [first = part, ...others] = part.parts;
    const rest = (size: (one: ExplainedPart) => number): number =>
      others.reduce((left, other) => left - size(other), size(part));
    const row = rowOf(totals, first);
    row.bytes += rest(({ bytes }) => bytes);
    row.tokens += rest(({ tokens = 0 }) => tokens);
    row.cutBytes += part.cutBytes ?? 0;
    for (const other of others) {
      const otherRow = rowOf(totals, other);
      otherRow.bytes += other.bytes;
      otherRow.tokens += other.tokens ?? 0;
    }
  }
  const rows = [...totals.values()].toSorted((one, other) => other.bytes - one.bytes);
  return [...rows, { ...emptyRow('protocol'), bytes: protocolBytes }];
}

/** The row a part counts in, with the part counted. */
function rowOf(totals: Map<string, Sums>, { group, copyOf, bytes }: ExplainedPart): Sums {
  const row = totals.get(group) ?? emptyRow(group);
  totals.set(group, row);
  row.parts += 1;
  if (copyOf !== undefined) row.repeatedBytes += bytes;
  return row;
}

function emptyRow(group: string): Sums {
  const what = groupWords(group);
  return { group, what, parts: 0, bytes: 0, tokens: 0, repeatedBytes: 0, cutBytes: 0 };
}
