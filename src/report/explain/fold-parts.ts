/** Chooses what of a request is shown line by line: runs of ordinary history are folded into one line each. */

import type { ExplainedPart } from './explanation.js';

/** A line of the table: a part, or a run of parts. */
export type Row =
  | { readonly kind: 'part'; readonly part: ExplainedPart; readonly depth: 0 | 1 }
  | { readonly kind: 'fold'; readonly parts: readonly ExplainedPart[] };

export interface FoldOptions {
  /** Paths of items that the request before did not have: they are what is new, so they are shown. */
  readonly added: ReadonlySet<string>;
}

/** Shorter runs are not worth a fold. */
const leastRun = 4;
/** New items shown at most, the newest. */
const mostNew = 16;
/** Lines at most; beyond them what lies in the middle is folded. */
const mostRows = 64;
const headRows = 24;

/** Every part, each with the parts inside it behind it. */
export function allRows(parts: readonly ExplainedPart[]): readonly Row[] {
  return parts.flatMap(rowsOf);
}

/** What tells most in a screen or two: context, what people wrote, what is new; of the rest, sums. */
export function foldedRows(
  parts: readonly ExplainedPart[],
  { added }: FoldOptions,
): readonly Row[] {
  const news = new Set([...added].slice(-mostNew));
  const rows: Row[] = [];
  let run: ExplainedPart[] = [];
  const endRun = (): void => {
    if (run.length >= leastRun) rows.push({ kind: 'fold', parts: run });
    else rows.push(...allRows(run));
    run = [];
  };
  for (const part of parts) {
    if (isOrdinary(part) && !news.has(part.path)) run.push(part);
    else {
      endRun();
      rows.push(...rowsOf(part));
    }
  }
  endRun();
  return withoutMiddle(rows);
}

function rowsOf(part: ExplainedPart): readonly Row[] {
  const row: Row = { kind: 'part', part, depth: 0 };
  const [only, ...others] = part.parts;
  // What holds one part alone is told with it.
  if (only === undefined || others.length === 0) return [row];
  return [row, ...part.parts.map((inside): Row => ({ kind: 'part', part: inside, depth: 1 }))];
}

const ordinaryGroups: ReadonlySet<string> = new Set([
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_output',
]);

function isOrdinary({ kind, group, parts }: ExplainedPart): boolean {
  if (kind !== 'item') return false;
  return ordinaryGroups.has(group) && parts.every((inside) => ordinaryGroups.has(inside.group));
}

/** Folds the rows in the middle, where there are too many. */
function withoutMiddle(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= mostRows) return rows;
  const start = firstOuter(rows, headRows);
  const end = firstOuter(rows, rows.length - (mostRows - headRows));
  const middle = rows.slice(start, end).flatMap(partsOf);
  return [...rows.slice(0, start), { kind: 'fold', parts: middle }, ...rows.slice(end)];
}

/** The first row from there on that is no part inside another. */
function firstOuter(rows: readonly Row[], from: number): number {
  const found = rows.findIndex(
    (row, position) => position >= from && (row.kind === 'fold' || row.depth === 0),
  );
  return found < 0 ? rows.length : found;
}

function partsOf(row: Row): readonly ExplainedPart[] {
  if (row.kind === 'fold') return row.parts;
  return row.depth === 0 ? [row.part] : [];
}
