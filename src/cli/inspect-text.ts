/** An inspection as text for a terminal. */

import type { InspectReport } from '../assemble/inspect-session.js';

/** Compactions and rollbacks shown one by one; the rest are counted. */
const shownEach = 12;

export function inspectText(report: InspectReport): string {
  const rows: (readonly [string, string])[] = [
    ['thread', report.threadId],
    [
      'written by',
      `Codex ${report.cliVersion ?? '(no version)'}, rules ${report.rules}${report.isPaginated ? ', paginated' : ''}`,
    ],
    [
      'size',
      `${formatBytes(report.bytes)}, ${formatBytes(report.supersededBytes)} of it before the newest compaction`,
    ],
    ['models', report.models.join(', ') || 'not told'],
    ['turns', String(report.turns)],
    ['requests', requestsText(report)],
    ['lines', counts(report.lines)],
    ['items', counts(report.items)],
    ['events', counts(report.events)],
    ...forkRows(report),
    ...each('compaction', report.compactions, ({ line, form, bytes, items }) => {
      const kept = items === undefined ? 'only a summary' : `${String(items)} items kept`;
      return `line ${String(line)}, ${formNames[form]}, ${kept}, ${formatBytes(bytes)}`;
    }),
    ...each(
      'rollback',
      report.rollbacks,
      ({ line, turns }) => `line ${String(line)}, ${plural(turns, 'turn')}`,
    ),
    ...each(
      'damage',
      report.notices,
      ({ line, code, found }) => `line ${String(line)}, ${code.replaceAll('_', ' ')}: ${found}`,
    ),
  ];
  if (report.noticesLeftOut > 0) rows.push(['', `and ${String(report.noticesLeftOut)} more`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

const formNames = {
  local: 'summarised by prompt',
  remote: 'made by the server',
  window: 'new window',
} as const;

function requestsText({ requests }: InspectReport): string {
  const total = requests.turn + requests.follow_up + requests.compaction;
  if (total === 0) return 'none recorded';
  return `${String(total)}: ${String(requests.turn)} that open a turn, ${String(requests.follow_up)} that follow up, ${String(requests.compaction)} that compact`;
}

function forkRows({ fork }: InspectReport): (readonly [string, string])[] {
  if (fork === undefined) return [];
  const rows: (readonly [string, string])[] = [];
  if (fork.forkedFrom !== undefined) rows.push(['forked from', fork.forkedFrom]);
  if (fork.parentThread !== undefined) rows.push(['parent', fork.parentThread]);
  if (fork.copiedLines > 0) {
    rows.push(['copied', `${plural(fork.copiedLines, 'line')} of the parent`]);
  }
  if (fork.sharedBytes > 0) {
    rows.push(['shared', `${formatBytes(fork.sharedBytes)} in the parents' files`]);
  }
  return rows;
}

function each<T>(
  name: string,
  list: readonly T[],
  text: (entry: T) => string,
): (readonly [string, string])[] {
  const rows = list
    .slice(0, shownEach)
    .map((entry, position): readonly [string, string] => [position === 0 ? name : '', text(entry)]);
  if (list.length > shownEach) rows.push(['', `and ${String(list.length - shownEach)} more`]);
  return rows;
}

function counts(record: Readonly<Record<string, number>>): string {
  return Object.entries(record)
    .map(([name, number]) => `${String(number)} ${name}`)
    .join(', ');
}

function plural(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}
