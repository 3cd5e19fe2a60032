/** What the table of parts shows of each row, before it is laid out. */

import type { Origin } from '../../contract/trace.js';
import type { ExplainedPart } from './explanation.js';
import type { Row } from './fold-parts.js';
import { countText, numberText } from './number-text.js';
import type { Colour } from './paint.js';
import { visibleText } from './visible-text.js';

/** A row; `since` is the request the part entered with. */
export interface Cells {
  readonly item: string;
  readonly what: string;
  readonly role: string;
  readonly bytes: string;
  readonly tokens: string;
  readonly since: string;
  readonly source: string;
  /** What is remarkable about it. */
  readonly note: string;
  readonly text: string;
  readonly colour: Colour | undefined;
}

export function cellsOf(row: Row): Cells {
  return row.kind === 'fold' ? foldCells(row.parts) : partCells(row.part, row.depth);
}

function partCells(part: ExplainedPart, depth: number): Cells {
  const { path, what, role = '', bytes, tokens, enteredAt, source, preview, kind, group } = part;
  const [, , item = '', , inner = ''] = path.split('/');
  const isSetting = kind === 'field' && group === 'settings';
  // What holds one part is told with it: how the part came to be is what counts.
  const { origin, words } = part.parts.length === 1 ? (part.parts[0]?.source ?? source) : source;
  return {
    item: depth === 0 ? item : ` ${item}.${inner}`,
    what: isSetting ? path.slice(1) : what,
    role: depth === 0 ? role : '',
    bytes: numberText(bytes),
    tokens: tokens === undefined ? '–' : numberText(tokens),
    since: enteredAt === undefined ? '' : `#${String(enteredAt)}`,
    // The notes of what is assumed stand above.
    source: origin.kind === 'assumed' ? 'assumed' : words,
    note: noteOf(part),
    // What is inside has lines of its own.
    text: part.parts.length > 1 ? '' : visibleText(preview ?? textlessWords(part)),
    colour: colours[origin.kind],
  };
}

/** What is said of a part that holds no text. */
function textlessWords(part: ExplainedPart): string {
  const { group, type, tokens } = (part.parts.length === 1 ? part.parts[0] : undefined) ?? part;
  if (tokens !== undefined) return '';
  if (group === 'media') return `(${type})`;
  const isSealed = sealedGroups.has(group) || type === 'encrypted_content';
  return isSealed ? '(sealed: the server alone can read it)' : '';
}

const sealedGroups: ReadonlySet<string> = new Set(['reasoning', 'compaction']);

/** Texts shorter than that repeat without anyone minding. */
const remarkableLength = 48;

function noteOf({ copies, preview = '', cutBytes, parts }: ExplainedPart): string {
  const notes: string[] = [];
  const most = parts.length === 1 ? (parts[0]?.copies ?? copies) : copies;
  if (most > 1 && preview.length >= remarkableLength) notes.push(`${numberText(most)} copies`);
  if (cutBytes !== undefined) notes.push(`${countText(cutBytes, 'byte')} cut`);
  return notes.length === 0 ? '' : `[${notes.join(', ')}]`;
}

const colours: Readonly<Record<Origin['kind'], Colour | undefined>> = {
  recorded: undefined,
  derived: 'cyan',
  pack: 'magenta',
  catalog: 'blue',
  given: 'yellow',
  assumed: 'red',
  protocol: 'dim',
};

function foldCells(parts: readonly ExplainedPart[]): Cells {
  const sum = (size: (part: ExplainedPart) => number): number =>
    parts.reduce((total, part) => total + size(part), 0);
  return {
    item: rangeOf(parts.map(({ path }) => path.split('/')[2] ?? '')),
    what: countText(parts.length, 'item'),
    role: '',
    bytes: numberText(sum(({ bytes }) => bytes)),
    tokens: numberText(sum(({ tokens = 0 }) => tokens)),
    since: rangeOf(parts.map(({ enteredAt }) => `#${String(enteredAt ?? 0)}`)),
    source: linesOfParts(parts),
    note: '',
    text: countGroups(parts),
    colour: 'dim',
  };
}

function rangeOf(names: readonly string[]): string {
  const [first = '', last = ''] = [names[0], names.at(-1)];
  return first === last ? first : `${first}–${last.replace('#', '')}`;
}

function linesOfParts(parts: readonly ExplainedPart[]): string {
  const lines = parts.flatMap(({ source: { origin } }) => ('line' in origin ? [origin.line] : []));
  return lines.length === 0
    ? ''
    : `lines ${String(Math.min(...lines))}–${String(Math.max(...lines))}`;
}

function countGroups(parts: readonly ExplainedPart[]): string {
  const counts = new Map<string, number>();
  for (const { what } of parts) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([what, count]) =>
      what === 'reasoning' ? `${numberText(count)} ${what}` : countText(count, what),
    )
    .join(', ');
}
