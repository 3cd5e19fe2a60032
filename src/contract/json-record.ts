/** A JSON object whose members are not known yet. */

export type JsonRecord = Readonly<Partial<Record<string, unknown>>>;

/** Whether a parsed JSON value is an object: no array, no null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is a string; undefined when there is none, or another value. */
export function textIn(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === 'string' ? value : undefined;
}
