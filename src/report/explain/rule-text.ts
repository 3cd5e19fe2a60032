/** The rules by which the items of a request are in it, each once, with its wording. */

import type { ExplainedPart } from './explanation.js';
import { countText } from './number-text.js';
import type { Paint } from './paint.js';
import { cutTo } from './visible-text.js';

export function ruleLines(
  parts: readonly ExplainedPart[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  const rules = new Map<string, { readonly words: string; count: number }>();
  for (const { kind, rule } of parts) {
    if (kind !== 'item') continue;
    const known = rules.get(rule.id) ?? { words: rule.words, count: 0 };
    known.count += 1;
    rules.set(rule.id, known);
  }
  const rows = [...rules].map(([id, { words, count }]) => ({
    id,
    words,
    count: countText(count, 'item'),
  }));
  const countWidth = Math.max(0, ...rows.map(({ count }) => count.length));
  const idWidth = Math.max(0, ...rows.map(({ id }) => id.length));
  return rows.map(({ id, words, count }) => {
    const head = `  ${count.padStart(countWidth)}  ${id.padEnd(idWidth)}  `;
    return head + paint('dim', cutTo(words, columns - head.length));
  });
}
