/** Aims a request at another server: the members that an export was asked to set or to take off. */

import type { Loss } from '../contract/chat.js';
import { pointerStep } from '../contract/json-pointer.js';
import type { ExportOptions } from '../contract/export.js';
import type { JsonRecord } from '../contract/json-record.js';
import { jsonBytes } from './loss-list.js';

/** What becomes of members of the body, by key; undefined takes the member off. The model comes first. */
export function changedMembers({ model, set, unset }: ExportOptions): ReadonlyMap<string, unknown> {
  const changes = new Map<string, unknown>();
  if (model !== undefined) changes.set('model', model);
  for (const key of unset) changes.set(key, undefined);
  for (const [key, value] of Object.entries(set)) changes.set(key, value);
  return changes;
}

/** @returns the body with those members; set ones keep their place, new ones come last */
export function retarget(body: JsonRecord, options: ExportOptions): JsonRecord {
  const changed: Record<string, unknown> = { ...body };
  for (const [key, value] of changedMembers(options)) {
    if (value === undefined) delete changed[key];
    else changed[key] = value;
  }
  return changed;
}

/** What aiming a body of the Responses API changes in it. */
export function retargetLosses(body: JsonRecord, options: ExportOptions): readonly Loss[] {
  return [...changedMembers(options)].flatMap(([key, value]): Loss[] => {
    const isThere = Object.hasOwn(body, key);
    if (!isThere && value === undefined) return [];
    const code = value === undefined ? 'left_out.field' : 'changed.field';
    return [{ path: pointerStep(key), code, bytes: jsonBytes(body[key]) }];
  });
}
