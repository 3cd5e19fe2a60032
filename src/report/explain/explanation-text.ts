/** An explained request as text for a terminal: its head, what fills it, its parts, and why they are there. */

import { basename } from 'node:path';
import type { SessionFacts } from '../../contract/inference.js';
import type { FidelityLevel } from '../../contract/request.js';
import type { TokenCounterName } from '../../contract/tokens.js';
import { changeLines, usageLines } from './change-text.js';
import type { ExplainedRequest, TimelineEntry } from './explanation.js';
import { groupLines } from './group-text.js';
import { countText, numberText, shareText } from './number-text.js';
import type { Paint } from './paint.js';
import { partLines } from './part-text.js';
import { ruleLines } from './rule-text.js';
import { wrap } from './visible-text.js';

export interface TextOptions {
  readonly session: SessionFacts;
  readonly counter: TokenCounterName;
  /** Columns there are. */
  readonly columns: number;
  readonly paint: Paint;
  /** `all`: each part has its line; `folded`: runs of ordinary history have one together. */
  readonly parts: 'all' | 'folded';
}

/** @returns lines with their ends */
export function explanationText(
  request: ExplainedRequest,
  entry: TimelineEntry,
  options: TextOptions,
): string {
  const { paint } = options;
  const title = (text: string): readonly string[] => ['', paint('bold', text)];
  return [
    ...headLines(request, entry, options),
    ...title('What fills it'),
    ...groupLines(request, options),
    ...title('Parts'),
    ...partLines(request.parts, entry, options),
    ...title('Why they are there'),
    ...ruleLines(request.parts, options),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function headLines(
  request: ExplainedRequest,
  entry: TimelineEntry,
  { session, counter, columns, paint }: TextOptions,
): readonly string[] {
  const { at, kind, line, bytes, tokens } = request;
  const rows: readonly (readonly [string, string])[] = [
    ['request', `${String(at)}, ${kindWords[kind]}, sent after line ${String(line)}`],
    ['session', sessionWords(session)],
    [
      'size',
      `${numberText(bytes)} bytes, ${numberText(tokens)} tokens of text (${counter}), ${countText(entry.items, 'item')}`,
    ],
    ['source', originWords(request)],
    ...changeLines(entry),
    ...usageLines(entry),
    ...unsureLines(request, 'assumed'),
    ...unsureLines(request, 'unknown'),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    paint('bold', basename(session.file)),
    ...rows.flatMap(([name, value]) =>
      wrap(value, columns - width - 2).map(
        (text, position) => `${paint('dim', (position === 0 ? name : '').padEnd(width))}  ${text}`,
      ),
    ),
  ];
}

const kindWords = {
  turn: 'opens a turn',
  follow_up: 'follows up on tool outputs',
  steer: 'follows up on what a person said meanwhile',
  goal: 'goes on towards a goal',
  compaction: 'asks for a compaction',
  next: 'what a resume would send now',
} as const satisfies Readonly<Record<ExplainedRequest['kind'], string>>;

function sessionWords({ threadId, cliVersion, rules, recordedRequests }: SessionFacts): string {
  return `${threadId}, Codex ${cliVersion ?? '(no version)'}, rules ${rules}, ${countText(recordedRequests, 'request')}`;
}

function originWords({ bytes, bytesByOrigin }: ExplainedRequest): string {
  return Object.entries(bytesByOrigin)
    .toSorted(([, one], [, other]) => other - one)
    .map(([origin, size]) => `${shareText(size, bytes)} ${origin}`)
    .join(', ');
}

/** Fields that are not known for sure. */
function unsureLines(
  { fidelity }: ExplainedRequest,
  wanted: FidelityLevel,
): readonly (readonly [string, string])[] {
  return fidelity
    .filter(({ level }) => level === wanted)
    .map(({ field, note }, position) => [
      position === 0 ? wanted : '',
      note === undefined ? field : `${field}: ${note}`,
    ]);
}
