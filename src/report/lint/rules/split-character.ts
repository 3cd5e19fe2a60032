/** A character of which the model gets a part. */

import { stringsOf } from '../find-string.js';
import { flawAtItem } from '../flaw-at.js';
import type { LintPart } from '../lint-request.js';
import type { ItemSight, LintRule } from '../rule.js';

export const splitCharacter: LintRule = {
  id: 'split-character',
  severity: 'warning',
  title: 'A character was split by a cut',
  remedy:
    'Move the cut by a byte or two, or raise the budget; where half of a surrogate pair is recorded, replace it.',
  item: ({ item, value }) => {
    const message = item.parts.some(endsInMark)
      ? 'the documents end inside a character, which is sent as U+FFFD'
      : faultOf(value);
    return message === undefined ? [] : [flawAtItem(item, { message })];
  },
};

/** In front of a cut, or behind it. */
const atMarker =
  /\uFFFD\u2026\d+ (?:tokens|chars) truncated\u2026|\u2026\d+ (?:tokens|chars) truncated\u2026\uFFFD/;
const loneSurrogate = /\p{Surrogate}/u;

function endsInMark({ section, text }: LintPart): boolean {
  return section === 'agents_md' && /\uFFFD\n<\/INSTRUCTIONS>\s*$/.test(text);
}

function faultOf(value: ItemSight['value']): string | undefined {
  for (const { text } of stringsOf(value)) {
    if (loneSurrogate.test(text)) return 'half of a surrogate pair stands alone';
    if (atMarker.test(text)) return 'a cut fell inside a character, which is sent as U+FFFD';
  }
  return undefined;
}
