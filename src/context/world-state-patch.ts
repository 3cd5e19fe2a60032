/** Changes of the world state as JSON merge patches (RFC 7386), made and applied (spec 1 §6.2). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { equalJson } from './equal-json.js';

/** @returns what turns `before` into `after`: removed members first, as null; undefined where nothing changed */
export function worldStatePatch(before: JsonRecord, after: JsonRecord): JsonRecord | undefined {
  return equalJson(before, after) ? undefined : patchBetween(before, after);
}

/** A patch applied; onto what is no object, it makes one. */
export function applyPatch(target: unknown, patch: JsonRecord): JsonRecord {
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[key];
    else result[key] = isRecord(value) ? applyPatch(result[key], value) : value;
  }
  return result;
}

function patchBetween(before: JsonRecord, after: JsonRecord): JsonRecord {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) {
    if (after[key] === undefined) patch[key] = null;
  }
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (equalJson(old, value)) continue;
    patch[key] = isRecord(old) && isRecord(value) ? patchBetween(old, value) : value;
  }
  return patch;
}
