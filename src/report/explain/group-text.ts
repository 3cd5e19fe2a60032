/** What fills a request: a table with a bar a group. */

import type { ExplainedRequest, GroupTotal } from './explanation.js';
import { numberText, shareText } from './number-text.js';
import type { Paint } from './paint.js';
import { cutTo, fit } from './visible-text.js';

const mostBar = 32;

export function groupLines(
  { groups, bytes }: ExplainedRequest,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  const width = Math.max(...groups.map(({ what }) => what.length));
  const used = width + '  parts       bytes    tokens    share  '.length + 2;
  const noteWidth = Math.max(...groups.map((group) => noteOf(group).length));
  const barColumns = Math.max(0, Math.min(mostBar, columns - used - noteWidth));
  const head = `  ${''.padEnd(width)}  parts       bytes    tokens    share`;
  return [
    paint('dim', head),
    ...groups.map((group) => {
      const line = [
        `  ${fit(group.what, width)}`,
        right(group.group === 'protocol' ? '' : numberText(group.parts), 7),
        right(numberText(group.bytes), 12),
        right(group.tokens === 0 ? '–' : numberText(group.tokens), 10),
        right(shareText(group.bytes, bytes), 9),
        `  ${bar(group.bytes / bytes, barColumns)}`,
      ].join('');
      const note = cutTo(noteOf(group), Math.max(0, columns - line.length));
      return `${line}${paint('yellow', note)}`.trimEnd();
    }),
  ];
}

function right(text: string, columns: number): string {
  return text.padStart(columns);
}

function bar(share: number, columns: number): string {
  const halves = Math.round(share * columns * 2);
  return '█'.repeat(halves >> 1) + (halves % 2 === 1 ? '▌' : '');
}

function noteOf({ repeatedBytes, cutBytes }: GroupTotal): string {
  const notes: string[] = [];
  if (repeatedBytes > 0) notes.push(`${numberText(repeatedBytes)} repeated`);
  if (cutBytes > 0) notes.push(`${numberText(cutBytes)} cut`);
  return notes.length === 0 ? '' : `  ${notes.join(', ')}`;
}
