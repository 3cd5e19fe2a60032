/** Counts what of a tool output's recorded text is not sent. */

import { isRecord } from '../../contract/json-record.js';

/**
 * @param sent the item as it is sent, parsed
 * @param recorded the same item as recorded
 * @returns bytes of recorded text that the sent text lacks between its head and its tail; 0 when nothing was cut
 */
export function cutBytes(sent: unknown, recorded: unknown): number {
  const before = Buffer.from(outputText(recorded));
  const after = Buffer.from(outputText(sent));
  if (before.equals(after)) return 0;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return before.length - head - tail;
}

function outputText(item: unknown): string {
  const output = isRecord(item) ? item['output'] : undefined;
  if (typeof output === 'string') return output;
  // Older releases recorded an object around it.
  if (isRecord(output)) return typeof output['content'] === 'string' ? output['content'] : '';
  if (!Array.isArray(output)) return '';
  return output
    .map((part: unknown) => (isRecord(part) ? part['text'] : undefined))
    .filter((text) => typeof text === 'string')
    .join('');
}
