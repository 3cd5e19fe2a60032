/** Says where two requests that should be equal differ first. */

import { explainDifference } from './explain-difference.js';
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
  /** Numbers of input items, where they are not the same. */
  readonly items: { readonly traced: number; readonly rendered: number } | undefined;
  /** What is known of the reason. */
  readonly explanation: string | undefined;
}

type Fields = readonly FieldText[];

/** Keys that are not compared. */
interface KeySet {
  readonly has: (key: string) => boolean;
}

const shownBefore = 40;
const shownAfter = 100;

/** The first difference in the fields that are compared; undefined when there is none. */
export function findDifference(
  traced: Fields,
  rendered: Fields,
  leftOut: KeySet,
): Difference | undefined {
  const wanted = traced.filter(({ key }) => !leftOut.has(key));
  const given = rendered.filter(({ key }) => !leftOut.has(key));
  const pair = firstPair(wanted, given);
  if (pair === undefined) return undefined;
  const [one, other] = pair;
  const at = firstDifference(written(one), written(other));
  return {
    path: pathOf(pair, at),
    tracedOffsetBytes: offsetBytes(traced, one, at),
    renderedOffsetBytes: offsetBytes(rendered, other, at),
    traced: excerpt(written(one), at),
    rendered: excerpt(written(other), at),
    items: differentCounts(traced, rendered),
    explanation: explainDifference(wanted, given),
  };
}

/** A field of each side; undefined where a side does not have it. */
type FieldPair = readonly [FieldText | undefined, FieldText | undefined];

function firstPair(wanted: Fields, given: Fields): FieldPair | undefined {
  const count = Math.max(wanted.length, given.length);
  for (let position = 0; position < count; position += 1) {
    const one = wanted[position];
    const other = given[position];
    if (one?.key === other?.key && one?.value === other?.value) continue;
    if (one?.key === other?.key) return [one, other];
    const isMissing = one !== undefined && !given.some(({ key }) => key === one.key);
    const isTooMuch = other !== undefined && !wanted.some(({ key }) => key === other.key);
    if (isMissing) return [one, undefined];
    return isTooMuch ? [undefined, other] : [one, other];
  }
  return undefined;
}

function pathOf([one, other]: FieldPair, at: number): string {
  if (one === undefined || other === undefined) return `$.${one?.key ?? other?.key ?? ''}`;
  // The same fields in another order.
  if (one.key !== other.key) return '$';
  // Where one side ends and the other goes on, what goes on is named.
  const text = written(other)[at] === ',' ? written(other) : written(one);
  return pathAt(`{${text}}`, at + (text[at] === ',' ? 2 : 1));
}

function written(field: FieldText | undefined): string {
  return field === undefined ? '' : `${JSON.stringify(field.key)}:${field.value}`;
}

/** Where an index of a field's text is in the whole request; for a field that is not there, its end. */
function offsetBytes(whole: Fields, field: FieldText | undefined, at: number): number {
  const before = field === undefined ? whole : whole.slice(0, whole.indexOf(field));
  const inside = Buffer.byteLength(written(field).slice(0, at));
  return before.reduce((bytes, one) => bytes + Buffer.byteLength(written(one)) + 1, 1 + inside);
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

function differentCounts(traced: Fields, rendered: Fields): Difference['items'] {
  const counts = { traced: countItems(traced), rendered: countItems(rendered) };
  return counts.traced === counts.rendered ? undefined : counts;
}

function countItems(fields: Fields): number {
  return elementsOf(fields.find(({ key }) => key === 'input')?.value ?? '[]').length;
}
