/** The list of command prefixes that were approved, with its limits (spec 2 §4.6). */

import { type PackTexts, wordsOf } from '../contract/texts.js';

const mostPrefixes = 100;
const mostCharacters = 5000;

/** Shortest first: by tokens, then by their bytes, then by the tokens themselves. */
export function sortPrefixes(prefixes: readonly (readonly string[])[]): string[][] {
  const rows = [...new Set(prefixes.map((tokens) => JSON.stringify(tokens)))].map((text) => {
    const tokens: string[] = JSON.parse(text);
    return { tokens, bytes: Buffer.byteLength(tokens.join('')) };
  });
  const order = (left: (typeof rows)[number], right: (typeof rows)[number]): number =>
    left.tokens.length - right.tokens.length ||
    left.bytes - right.bytes ||
    compareTokens(left.tokens, right.tokens);
  return rows.toSorted(order).map(({ tokens }) => tokens);
}

/** The section with its lead; undefined where nothing was approved. */
export function prefixesSection(
  prefixes: readonly (readonly string[])[],
  texts: PackTexts,
): string | undefined {
  if (prefixes.length === 0) return undefined;
  const rows = sortPrefixes(prefixes);
  const list = rows.slice(0, mostPrefixes).map(prefixLine).join('\n');
  const characters = Array.from(list);
  const isCut = characters.length > mostCharacters;
  const kept = isCut ? characters.slice(0, mostCharacters).join('') : list;
  const tail =
    isCut || rows.length > mostPrefixes ? wordsOf(texts, 'permissions.prefixes-cut') : '';
  return `${wordsOf(texts, 'permissions.prefixes')}${kept}${tail}`;
}

/** `- ["git", "status"]` */
export function prefixLine(tokens: readonly string[]): string {
  return `- [${tokens.map((token) => JSON.stringify(token)).join(', ')}]`;
}

function compareTokens(left: readonly string[], right: readonly string[]): number {
  for (const [index, token] of left.entries()) {
    const order = Buffer.compare(Buffer.from(token), Buffer.from(right[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}
