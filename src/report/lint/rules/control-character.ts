/** NUL in what a model is sent. */

import { stringsOf } from '../find-string.js';
import { flawAtItem } from '../flaw-at.js';
import type { LintRule } from '../rule.js';

export const controlCharacter: LintRule = {
  id: 'control-character',
  severity: 'warning',
  title: 'A text holds NUL',
  remedy:
    'Have the tool print text, not bytes; servers differ in what they make of NUL, and some refuse it.',
  item: ({ item, value }) => {
    const found = [...stringsOf(value)].find(
      ({ key, text }) => !isName(key) && text.includes('\0'),
    );
    if (found === undefined) return [];
    const count = found.text.split('\0').length - 1;
    const message = `${found.key} holds ${count === 1 ? 'a NUL' : `${count} NULs`}`;
    return [flawAtItem(item, { message, bytes: count }, found.path)];
  },
};

/** Names and ids have a rule of their own. */
function isName(key: string): boolean {
  return key === 'name' || key === 'namespace' || key === 'call_id';
}
