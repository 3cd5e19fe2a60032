/** The parts of a request as a table: one line a part with its text behind it, or below it where there is no room. */

import type { ExplainedPart, TimelineEntry } from './explanation.js';
import { allRows, foldedRows } from './fold-parts.js';
import type { Paint } from './paint.js';
import { type Cells, cellsOf } from './part-cells.js';
import { cutTo, fit } from './visible-text.js';

export interface PartTextOptions {
  readonly columns: number;
  readonly paint: Paint;
  readonly parts: 'all' | 'folded';
}

export function partLines(
  parts: readonly ExplainedPart[],
  { change }: TimelineEntry,
  { columns, paint, parts: shown }: PartTextOptions,
): readonly string[] {
  const added = new Set(change?.added.map(({ path }) => path));
  const rows = shown === 'all' ? allRows(parts) : foldedRows(parts, { added });
  const cells = [header, ...rows.map(cellsOf)];
  const layout = layOut(cells, columns);
  return cells.flatMap((row) => linesOf(row, layout, paint));
}

type Column = 'item' | 'what' | 'role' | 'bytes' | 'tokens' | 'since' | 'source';

const header: Cells = {
  item: 'item',
  what: 'what',
  role: 'role',
  bytes: 'bytes',
  tokens: 'tokens',
  since: 'since',
  source: 'source',
  note: '',
  text: 'text',
  colour: 'dim',
};

interface Layout {
  /** What stands between columns. */
  readonly gap: string;
  readonly widths: Readonly<Record<Column, number>>;
  /** Columns for the text behind the others; 0 where it goes below. */
  readonly behind: number;
  readonly columns: number;
}

/** The widest a column may be that can be cut. */
const most = { what: 26, source: 30 };
const leastWhat = 12;
const leastSource = 12;
const leastText = 30;
/** Terminals below that are spared blanks. */
const narrow = 100;
const order: readonly Column[] = ['item', 'what', 'role', 'bytes', 'tokens', 'since', 'source'];

function layOut(cells: readonly Cells[], columns: number): Layout {
  const gap = columns < narrow ? ' ' : '  ';
  const widest = (column: Column): number => Math.max(...cells.map((row) => row[column].length));
  const widths = {
    item: widest('item'),
    what: Math.min(most.what, widest('what')),
    role: widest('role'),
    bytes: widest('bytes'),
    tokens: widest('tokens'),
    since: widest('since'),
    source: Math.min(most.source, widest('source')),
  };
  const used = (): number =>
    order.reduce((sum, column) => sum + widths[column] + gap.length, gap.length);
  const tooWide = (): number => Math.max(0, used() - gap.length - columns);
  widths.source = Math.max(leastSource, widths.source - tooWide());
  widths.what = Math.max(leastWhat, widths.what - tooWide());
  const left = columns - used();
  return { gap, widths, columns, behind: left >= leastText ? left : 0 };
}

function linesOf(row: Cells, layout: Layout, paint: Paint): readonly string[] {
  const { gap, widths, behind, columns } = layout;
  const isHeader = row === header;
  const cells = order.map((column) => {
    const text = row[column];
    const width = widths[column];
    const placed = rightAligned.has(column) ? text.padStart(width) : fit(text, width);
    return row.colour === undefined || (!isHeader && row.colour !== 'dim' && column !== 'source')
      ? placed
      : paint(row.colour, placed);
  });
  const line = `${gap}${cells.join(gap)}`;
  if (behind > 0) return [joinText(line + gap, row, { columns: behind, paint })];
  if (isHeader || (row.text === '' && row.note === '')) return [line];
  const indent = ' '.repeat(gap.length * 2 + widths.item);
  return [line, joinText(indent, row, { columns: columns - indent.length, paint })];
}

const rightAligned: ReadonlySet<Column> = new Set(['item', 'bytes', 'tokens', 'since']);

function joinText(
  start: string,
  { note, text }: Cells,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string {
  if (note === '') return (start + paint('dim', cutTo(text, columns))).trimEnd();
  const rest = cutTo(text, Math.max(0, columns - note.length - 1));
  return `${start}${paint('yellow', note)} ${paint('dim', rest)}`.trimEnd();
}
