/** Finds what is searched for: in which parts of a request, and in which requests of the session. */

import { type Model, type PlacedPart, shownTexts } from './model.js';

export interface PartHits {
  /** Of the part in its request. */
  readonly position: number;
  readonly count: number;
}

export interface Hits {
  readonly parts: readonly PartHits[];
  readonly total: number;
}

export const noHits: Hits = { parts: [], total: 0 };

/** A pattern for the words as they are typed, in any case; undefined when nothing is searched for. */
export function patternOf(query: string): RegExp | undefined {
  if (query === '') return undefined;
  return new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
}

/** How often the pattern is in each distinct text. */
export function countByText({ data }: Model, pattern: RegExp): readonly number[] {
  return data.texts.map((text) =>
    shownTexts(text).reduce((total, shown) => total + countIn(shown, pattern), 0),
  );
}

export function hitsIn(parts: readonly PlacedPart[], counts: readonly number[]): Hits {
  const found = parts
    .map(({ part, position }) => ({ position, count: counts[part.textId] ?? 0 }))
    .filter(({ count }) => count > 0);
  return { parts: found, total: found.reduce((total, { count }) => total + count, 0) };
}

/** Where the hit with this number is, counted from 0 over all of them. */
export function hitAt(
  { parts }: Hits,
  number: number,
): { readonly position: number; readonly nth: number } | undefined {
  let left = number;
  for (const { position, count } of parts) {
    if (left < count) return { position, nth: left };
    left -= count;
  }
  return undefined;
}

/** Indexes of the requests that hold a text with a hit. */
export function requestsWithHits(model: Model, counts: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const index of model.data.requests.keys()) {
    const ids = model.ids(index);
    if (ids.some((id) => (counts[model.data.parts.text[id] ?? -1] ?? 0) > 0)) found.push(index);
  }
  return found;
}

function countIn(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
