/** Flaws of an item or of a part of one, which have their place from it. */

import { optional } from '../../contract/optional-member.js';
import type { LintItem, PlacedPart } from './lint-request.js';
import type { Flaw } from './rule.js';

export interface FlawWords {
  readonly message: string;
  readonly bytes?: number;
  /** What tells it from another flaw of the same rule in the same place. */
  readonly detail?: string;
}

/** A flaw of a part in its place in a request. */
export function flawAtPart(part: PlacedPart, words: FlawWords): Flaw {
  const { item, position, path } = part;
  return { ...flawAtItem(item, words), key: keyOf(item, [String(position), words.detail]), path };
}

/** A flaw of an item that is looked at by itself. @param path JSON pointer into the item */
export function flawAtItem(item: LintItem, words: FlawWords, path = ''): Flaw {
  const { message, bytes, detail } = words;
  return {
    key: keyOf(item, [path, detail]),
    message,
    file: item.file,
    line: item.line,
    path,
    ...optional('bytes', bytes),
  };
}

function keyOf(item: LintItem, details: readonly (string | undefined)[]): string {
  return [item.key, ...details.filter((detail) => detail !== undefined && detail !== '')].join(' ');
}
