/** A JSON object whose members are not known yet. */

export type JsonRecord = Readonly<Partial<Record<string, unknown>>>;

/** Whether a parsed JSON value is an object: no array, no null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
