/** Tool outputs: which items they are, what they say, and the marker put where one was cut. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';

export function isOutputType(type: string): boolean {
  return type.endsWith('_call_output') || type === 'tool_search_output';
}

export function isCallType(type: string): boolean {
  return type.endsWith('_call');
}

/** Put by the reference program in place of what it took out of the middle. */
export const cutMarker = /\u2026(\d+) (tokens|chars) truncated\u2026/;

/** An output as one text: its parts of text, a line each. */
export function outputText(value: JsonRecord): string {
  const { output } = value;
  if (typeof output === 'string') return output;
  const parts: readonly unknown[] = Array.isArray(output) ? output : [];
  return parts
    .flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
}
