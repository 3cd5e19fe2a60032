/** What a search found, as text for a terminal. */

import type { FoundPart, RequestRange } from './find-in-session.js';
import type { FindReport } from './find-report.js';
import { countText, numberText } from './number-text.js';
import type { Paint } from './paint.js';
import { cutStart, cutTo, visibleText, widthOf } from './visible-text.js';

export interface FindTextOptions {
  readonly columns: number;
  readonly paint: Paint;
}

/** @param found parts of one session, at least one */
export function foundText(found: readonly FoundPart[], options: FindTextOptions): string {
  const { paint } = options;
  const lines = [paint('bold', found[0]?.file ?? '')];
  for (const part of found) lines.push(placeLine(part, options), matchLine(part, options));
  return lines.map((line) => `${line}\n`).join('');
}

/** How much was searched, and how much of it held the text. */
export function totalsText({
  sessions,
  requests,
  found,
  sessionsWithIt,
  requestsWithIt,
}: FindReport): string {
  if (found.length === 0) {
    return `not found in ${countText(requests, 'request')} of ${countText(sessions, 'session')}\n`;
  }
  return (
    `found in ${countText(found.length, 'part')}: ` +
    `${numberText(requestsWithIt)} of ${countText(requests, 'request')}, ` +
    `${numberText(sessionsWithIt)} of ${countText(sessions, 'session')}\n`
  );
}

function placeLine(part: FoundPart, { columns, paint }: FindTextOptions): string {
  const { requests, path, what, role, source, rule } = part;
  const told = [what, ...(role === undefined ? [] : [role]), source.words, rule.id].join(', ');
  const head = `  ${rangesText(requests)}  ${path}  `;
  return `${head}${paint('cyan', cutTo(told, Math.max(0, columns - head.length)))}`;
}

function rangesText(ranges: readonly RequestRange[]): string {
  const texts = ranges.map(({ from, to }) =>
    from === to ? String(from) : `${String(from)}–${String(to)}`,
  );
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  return `${isOne ? 'request' : 'requests'} ${texts.join(', ')}`;
}

function matchLine({ match }: FoundPart, { columns, paint }: FindTextOptions): string {
  const count = match.count > 1 ? `  (${countText(match.count, 'time')})` : '';
  const text = cutTo(visibleText(match.text), Math.max(8, columns - 24 - count.length));
  const left = Math.max(0, columns - '    '.length - widthOf(text) - count.length);
  const before = cutStart(visibleText(match.before), left >> 1);
  const after = cutTo(visibleText(match.after), left - widthOf(before));
  return `    ${paint('dim', before)}${paint('yellow', text)}${paint('dim', after)}${count}`;
}
