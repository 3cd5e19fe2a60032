/** Inline images that no server can read. */

import { stringsOf } from '../find-string.js';
import { imageFault } from '../image-fault.js';
import type { LintRule } from '../rule.js';

export const invalidImage: LintRule = {
  id: 'invalid-image',
  severity: 'error',
  title: 'An image can not be read',
  remedy:
    'Take the image out or put a text in its place: every later request that holds it is refused.',
  item: ({ item, value }) =>
    [...stringsOf(value)].flatMap(({ key, text, path }) => {
      const fault = key === 'image_url' && text.startsWith('data:') ? imageFault(text) : undefined;
      if (fault === undefined) return [];
      const { file, line } = item;
      const bytes = text.length;
      return [{ key: `${item.key} ${path}`, message: fault, file, line, path, bytes }];
    }),
};
