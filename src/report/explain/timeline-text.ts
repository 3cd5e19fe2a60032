/** The requests of a session as a table: what each has beside the one before it. */

import { isTold } from './change-text.js';
import type { RequestChange, TimelineEntry } from './explanation.js';
import { numberText, shareText } from './number-text.js';
import type { Paint } from './paint.js';
import { cutTo } from './visible-text.js';

export interface TimelineOptions {
  readonly columns: number;
  readonly paint: Paint;
}

interface Column {
  readonly title: string;
  readonly side: 'left' | 'right';
  readonly cell: (entry: TimelineEntry) => string;
}

const left = (title: string, cell: Column['cell']): Column => ({ title, side: 'left', cell });
const right = (title: string, cell: Column['cell']): Column => ({ title, side: 'right', cell });

const about: readonly Column[] = [
  right('at', ({ at }) => String(at)),
  left('kind', ({ kind }) => kind),
  right('line', ({ line }) => String(line)),
  right('bytes', ({ bytes }) => numberText(bytes)),
  right('tokens', ({ tokens }) => numberText(tokens)),
];

/** What the server counted; shown where the rollout tells. */
const counted: readonly Column[] = [
  right('counted', ({ usage }) => (isTold(usage) ? numberText(usage.inputTokens) : '')),
  right('cached', ({ usage }) =>
    isTold(usage) ? shareText(usage.cachedInputTokens, usage.inputTokens) : '',
  ),
];

const changed: readonly Column[] = [
  right('items', ({ items }) => numberText(items)),
  right('came', ({ change }) => (change === undefined ? '' : lengthOf(change.added))),
  right('went', ({ change }) => (change === undefined ? '' : lengthOf(change.dropped))),
  right('kept', ({ change }) =>
    change === undefined ? '' : shareText(change.sharedBytes, change.formerBytes),
  ),
  left('breaks at', ({ change }) => (change === undefined ? '' : differenceText(change))),
];

export function timelineText(
  timeline: readonly TimelineEntry[],
  { columns, paint }: TimelineOptions,
): string {
  const isCounted = timeline.some(({ usage }) => isTold(usage));
  const table = [...about, ...(isCounted ? counted : []), ...changed].map((column) => {
    const cells = [column.title, ...timeline.map(column.cell)];
    const width = Math.max(...cells.map((cell) => cell.length));
    return cells.map((cell) =>
      column.side === 'left' ? cell.padEnd(width) : cell.padStart(width),
    );
  });
  return ['', ...timeline]
    .map((_, row) => {
      const line = cutTo(
        table
          .map((cells) => cells[row])
          .join('  ')
          .trimEnd(),
        columns,
      );
      return `${row === 0 ? paint('dim', line) : line}\n`;
    })
    .join('');
}

function lengthOf(list: readonly unknown[]): string {
  return list.length === 0 ? '–' : numberText(list.length);
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
