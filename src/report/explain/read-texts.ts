/** Reads what a model reads of a part: its texts, decoded, without ids and what is sealed. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { TracePart } from '../../contract/trace.js';

/** Where a part stands among the others. */
export interface PartPlace {
  readonly body: Uint8Array;
  readonly parts: readonly TracePart[];
  readonly position: number;
}

/** @returns the texts of a part, without those of the parts inside it */
export function textsInPart({ body, parts, position }: PartPlace): readonly string[] {
  const part = parts[position];
  if (part === undefined || (part.kind === 'field' && !readFields.has(part.path))) return [];
  const inner = parts[position + 1];
  const apart = inner?.parent === position ? inner.path.split('/').at(-2) : undefined;
  return textsOf(JSON.parse(jsonOf(body, part)), apart);
}

/** A part as it is sent. */
export function jsonOf(body: Uint8Array, { startBytes, endBytes }: TracePart): string {
  return Buffer.from(body.buffer, body.byteOffset + startBytes, endBytes - startBytes).toString(
    'utf8',
  );
}

/** The fields that a model reads; the others are for the server. */
const readFields: ReadonlySet<string> = new Set(['/instructions', '/tools']);

/**
 * @param value a field's value, an item or a content part, parsed
 * @param apart the member of it whose elements are parts of their own
 * @returns the texts in their order; empty when it holds none
 */
function textsOf(value: unknown, apart?: string): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return [JSON.stringify(value)];
  if (!isRecord(value)) return [];
  return textMembers.filter((key) => key !== apart).flatMap((key) => memberTexts(value, key));
}

/** Members that hold text, in the order in which it is read. */
const textMembers = [
  'name',
  'text',
  'refusal',
  'arguments',
  'input',
  'action',
  'query',
  'revised_prompt',
  'summary',
  'content',
  'output',
  'tools',
] as const;

/** Members whose elements are read for their text; others are read as JSON. */
const partLists: ReadonlySet<string> = new Set(['summary', 'content', 'output']);

function memberTexts(record: JsonRecord, key: string): readonly string[] {
  const value = record[key];
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value) && partLists.has(key)) return value.flatMap((part) => textsOf(part));
  return [JSON.stringify(value)];
}
