/** Reasoning that is sealed: what of it others than the server that made it can read. */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

/** Whether a reasoning item says something in the open. */
export function holdsReadableReasoning(item: JsonRecord): boolean {
  return readableTexts(item['summary']).length > 0 || readableTexts(item['content']).length > 0;
}

/** The texts of a summary, or of the content, of a reasoning item. */
export function readableTexts(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => {
    const text = isRecord(part) ? part['text'] : undefined;
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}
