/** The requests of a session as a table: what each has beside the one before it. */

import type { RequestChange, TimelineEntry } from './explanation.js';
import { numberText, shareText } from './number-text.js';
import type { Paint } from './paint.js';
import { cutTo } from './visible-text.js';

export interface TimelineOptions {
  readonly columns: number;
  readonly paint: Paint;
}

const header = [
  'at',
  'kind',
  'line',
  'bytes',
  'tokens',
  'items',
  'came',
  'went',
  'shared',
  'then differs',
];
const leftAligned: ReadonlySet<number> = new Set([1, header.length - 1]);

export function timelineText(
  timeline: readonly TimelineEntry[],
  { columns, paint }: TimelineOptions,
): string {
  const rows = [header, ...timeline.map(cellsOf)];
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row, number) => {
      const cells = row.map((text, column) => {
        const width = widths[column] ?? 0;
        return leftAligned.has(column) ? text.padEnd(width) : text.padStart(width);
      });
      const line = cutTo(cells.join('  ').trimEnd(), columns);
      return `${number === 0 ? paint('dim', line) : line}\n`;
    })
    .join('');
}

function cellsOf({ at, kind, line, bytes, tokens, items, change }: TimelineEntry): string[] {
  return [
    String(at),
    kind,
    String(line),
    numberText(bytes),
    numberText(tokens),
    numberText(items),
    change === undefined ? '' : countText(change.added.length),
    change === undefined ? '' : countText(change.dropped.length),
    change === undefined ? '' : shareText(change.sharedBytes, change.formerBytes),
    change === undefined ? '' : differenceText(change),
  ];
}

function countText(count: number): string {
  return count === 0 ? '–' : numberText(count);
}

function differenceText({ differsAt, compactionLine, isContinued }: RequestChange): string {
  if (isContinued) return '';
  const words: string[] = [];
  if (compactionLine !== undefined) words.push(`compacted by line ${String(compactionLine)};`);
  if (differsAt?.path !== undefined) {
    words.push(differsAt.place === 'in' ? 'in' : 'before', differsAt.path);
    if (differsAt.what !== undefined) words.push(`(${differsAt.what})`);
  }
  return words.join(' ');
}
