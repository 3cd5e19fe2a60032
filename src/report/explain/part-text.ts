/** The parts of a request as a table: one line a part with its text behind it, or below it where there is no room. */

import type { ExplainedPart, TimelineEntry } from './explanation.js';
import { allRows, foldedRows } from './fold-parts.js';
import type { Paint } from './paint.js';
import { type Cells, cellsOf } from './part-cells.js';
import { cutTo, fit, widthOf } from './visible-text.js';

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
  const cells = order.map((column) => cellText(row, column, { layout, paint }));
  const line = `${gap}${cells.join(gap)}`;
  if (behind > 0) return [line + gap + textOf(row, behind, paint)].map((text) => text.trimEnd());
  if (row === header || (row.text === '' && row.note === '')) return [line];
  const used = order.reduce((sum, column) => sum + gap.length + widths[column], gap.length);
  const left = columns - used + widths.source - widthOf(row.source);
  if (widthOf(row.note) + 1 + widthOf(row.text) <= left) {
    return [line + gap + textOf(row, left, paint)];
  }
  const indent = ' '.repeat(gap.length * 2 + widths.item);
  return [line, indent + textOf(row, columns - indent.length, paint)];
}

function cellText(
  row: Cells,
  column: Column,
  { layout, paint }: { readonly layout: Layout; readonly paint: Paint },
): string {
  const width = layout.widths[column];
  const isLast = layout.behind === 0 && column === 'source';
  const filled = isLast ? cutTo(row[column], width) : fit(row[column], width);
  const placed = rightAligned.has(column) ? row[column].padStart(width) : filled;
  // What is dim is so as a whole; other colours are those of the source.
  const isPainted = row === header || row.colour === 'dim' || column === 'source';
  return row.colour !== undefined && isPainted ? paint(row.colour, placed) : placed;
}

const rightAligned: ReadonlySet<Column> = new Set(['item', 'bytes', 'tokens', 'since']);

/** The text of a row, with what is remarkable about it in front. */
function textOf({ note, text }: Cells, columns: number, paint: Paint): string {
  if (note === '') return paint('dim', cutTo(text, columns));
  const rest = cutTo(text, Math.max(0, columns - note.length - 1));
  return `${paint('yellow', note)} ${paint('dim', rest)}`;
}
