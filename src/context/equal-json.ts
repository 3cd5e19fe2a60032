/** Compares JSON values; the order of an object's members does not count, and a null member is none. */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

export function equalJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => equalJson(value, other[at]));
  }
  if (isRecord(one) && isRecord(other)) {
    const keys = memberKeys(one);
    return (
      keys.length === memberKeys(other).length &&
      keys.every((key) => equalJson(one[key], other[key]))
    );
  }
  return one === other;
}

function memberKeys(record: JsonRecord): readonly string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined && record[key] !== null);
}
