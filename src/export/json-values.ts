/** Reads members of values that come from JSON, without trusting their types. */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

export function stringIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function arrayIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordIn(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

/** JSON text as an object; undefined when it is none. */
export function parseRecord(text: string): JsonRecord | undefined {
  try {
    return recordIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether a text is an address: something with a scheme in front. What Codex could not make sense of is none. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value);
}

/** A JSON Schema that takes objects; one that takes any where there is none. */
export function objectSchema(schema: JsonRecord | undefined): JsonRecord {
  return schema?.['type'] === 'object' ? schema : { ...schema, type: 'object' };
}
