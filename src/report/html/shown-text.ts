/** The text of a part as the page shows it. */

import { isRecord } from '../../contract/json-record.js';

/**
 * @param readText what a model reads of it, empty when it holds no text
 * @param value the part, parsed
 * @returns the one text of a part that is little more than a text; of others what is read, or else their JSON
 */
export function shownText(readText: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return JSON.stringify(value, null, 2);
  const member = textMembers.find((name) => typeof value[name] === 'string');
  if (member !== undefined) return String(value[member]);
  return readText === '' ? JSON.stringify(value, null, 2) : readText;
}

/** The name of a call is shown beside its text, not in it. */
const textMembers = ['text', 'arguments', 'input', 'output', 'image_url'];
