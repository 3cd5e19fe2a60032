/** Keeps a page openable: texts beyond a size give up their middle. */

import type { PageText } from './page-data.js';

export interface TextLimits {
  /** UTF-16 units that one text may have. */
  readonly maxText: number;
  /** UTF-16 units that all texts together may have. */
  readonly maxTotal: number;
}

export const textLimits: TextLimits = { maxText: 256 * 1024, maxTotal: 16 * 1024 * 1024 };

/** A text that was cut keeps this share of what it may have for its beginning. */
const headShare = 0.8;

/**
 * The texts, the longest of them shortened until all together are within the total. Short ones stay whole as long as
 * that is possible: the limit for one text is the largest that fits.
 */
export function fitTexts(texts: readonly string[], limits: TextLimits): PageText[] {
  const limit = limitForOne(
    texts.map((text) => text.length),
    limits,
  );
  return texts.map((text) => (text.length <= limit ? text : elide(text, limit)));
}

function limitForOne(lengths: readonly number[], { maxText, maxTotal }: TextLimits): number {
  let left = maxTotal;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return Math.min(share, maxText);
    left -= length;
  }
  return maxText;
}

function elide(text: string, limit: number): PageText {
  const headEnd = onCharacter(text, Math.floor(limit * headShare));
  const tailStart = onCharacter(text, text.length - (limit - headEnd));
  return {
    head: text.slice(0, headEnd),
    tail: text.slice(tailStart),
    hiddenBytes: Buffer.byteLength(text.slice(headEnd, tailStart)),
  };
}

/** The place, or the one behind it when it would split a surrogate pair. */
function onCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
