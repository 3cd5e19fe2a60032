/** Inline images that can't be read. */

import { flawAtItem } from '../flaw-at.js';
import type { LintRule } from '../rule.js';

export const invalidImage: LintRule = {
  id: 'invalid-image',
  severity: 'warning',
  title: 'An image cannot be read',
  remedy:
    'Take the image out or put a text in its place; a release before 0.145 sends it as it is, and is refused from then on.',
  item: ({ item, recorded, session }) => {
    // Its parent's lines are the parent's own business.
    if (item.rule !== 'item.recorded' || item.file !== session.file) return [];
    return recorded.brokenImages
      .filter(({ line }) => line === item.line)
      .map(({ path, fault, bytes }) => flawAtItem(item, { message: fault, bytes }, path));
  },
};
