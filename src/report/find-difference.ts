/** Says where two requests that should be equal differ first. */

import { elementsOf, type FieldText, pathAt } from './json-text.js';

export interface Difference {
  /** For example `$.input[3].content[0].text`. */
  readonly path: string;
  /** Where it is in each of the requests, written as JSON without white space. */
  readonly tracedOffsetBytes: number;
  readonly renderedOffsetBytes: number;
  /** A stretch of each side, from a little before; empty where there is nothing. */
  readonly traced: string;
  readonly rendered: string;
  /** Number of items, where the inputs have different numbers of them. */
  readonly items: { readonly traced: number; readonly rendered: number } | undefined;
  /** What is known of the reason. */
  readonly explanation: string | undefined;
}

const shownBefore = 40;
const shownAfter = 100;

/**
 * The first difference in fields that are compared; undefined when there is none.
 * @param unknown keys that are not compared
 */
export function findDifference(
  traced: readonly FieldText[],
  rendered: readonly FieldText[],
  unknown: { readonly has: (key: string) => boolean },
): Difference | undefined {
  const wanted = traced.filter(({ key }) => !unknown.has(key));
  const given = rendered.filter(({ key }) => !unknown.has(key));
  const count = Math.max(wanted.length, given.length);
  for (let position = 0; position < count; position += 1) {
    const one = wanted[position];
    const other = given[position];
    if (one?.key === other?.key && one?.value === other?.value) continue;
    return {
      ...locate({ whole: traced, field: one }, { whole: rendered, field: other }),
      items: differentCounts(traced, rendered),
      explanation: explain(wanted, given),
    };
  }
  return undefined;
}

interface Side {
  readonly whole: readonly FieldText[];
  readonly field: FieldText | undefined;
}

type Place = Pick<Difference, 'path' | 'tracedOffsetBytes' | 'renderedOffsetBytes' | 'traced' | 'rendered'>;

function locate(traced: Side, rendered: Side): Place {
  const one = written(traced.field);
  const other = written(rendered.field);
  const at = firstDifference(one, other);
  // Where one side ends and the other goes on, what goes on is named.
  const longer = other[at] === ',' ? other : one;
  return {
    path: pathAt(`{${longer}}`, at + (longer[at] === ',' ? 2 : 1)),
    tracedOffsetBytes: startOf(traced) + Buffer.byteLength(one.slice(0, at)),
    renderedOffsetBytes: startOf(rendered) + Buffer.byteLength(other.slice(0, at)),
    traced: excerpt(one, at),
    rendered: excerpt(other, at),
  };
}

function written(field: FieldText | undefined): string {
  return field === undefined ? '' : `${JSON.stringify(field.key)}:${field.value}`;
}

/** Where a side's field begins in its whole request. */
function startOf({ whole, field }: Side): number {
  const end = field === undefined ? whole.length : whole.indexOf(field);
  return whole.slice(0, end).reduce((bytes, before) => bytes + Buffer.byteLength(written(before)) + 1, 1);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function excerpt(text: string, at: number): string {
  if (text === '') return '';
  const from = Math.max(0, at - shownBefore);
  const to = Math.min(text.length, at + shownAfter);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

function differentCounts(traced: readonly FieldText[], rendered: readonly FieldText[]): Difference['items'] {
  const counts = { traced: countItems(traced), rendered: countItems(rendered) };
  return counts.traced === counts.rendered ? undefined : counts;
}

function countItems(fields: readonly FieldText[]): number {
  return elementsOf(fields.find(({ key }) => key === 'input')?.value ?? '[]').length;
}

const otherBase = 'the session ran with base instructions that the rollout does not record';

/** Base instructions that were given at a resume leave no trace: all else is equal then. */
function explain(traced: readonly FieldText[], rendered: readonly FieldText[]): string | undefined {
  return sameText(withoutBase(traced), withoutBase(rendered)) ? otherBase : undefined;
}

function sameText(one: string, other: string): boolean {
  return one === other;
}

/** A request without its base instructions, in whichever place they are. */
function withoutBase(fields: readonly FieldText[]): string {
  const hasField = fields.some(({ key }) => key === 'instructions');
  return fields
    .filter(({ key }) => key !== 'instructions')
    .map(({ key, value }) => `${key}:${key === 'input' && !hasField ? withoutBaseItem(value) : value}`)
    .join('\n');
}

function withoutBaseItem(input: string): string {
  const items = elementsOf(input);
  const first = items[0]?.startsWith('{"type":"additional_tools"') === true ? 1 : 0;
  return items.filter((_, position) => position !== first).join(',');
}
