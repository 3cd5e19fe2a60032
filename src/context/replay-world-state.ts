/** Replays what a rollout recorded of the world state (spec 3 §2.5). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { applyPatch } from './world-state-patch.js';

/** A line that counts, oldest first; lines of turns that were rolled back are left out before. */
export type WorldStateRecord =
  /** The history was replaced, and with it what the model had been told. */
  | { readonly kind: 'compacted' }
  | { readonly kind: 'full'; readonly state: unknown }
  | { readonly kind: 'patch'; readonly state: unknown };

/** @returns the state after the last record; undefined where none is known */
export function replayWorldState(records: readonly WorldStateRecord[]): JsonRecord | undefined {
  let state: JsonRecord | undefined;
  for (const record of records) {
    if (record.kind === 'compacted') state = undefined;
    else if (record.kind === 'full') state = isRecord(record.state) ? record.state : undefined;
    else if (state !== undefined && isRecord(record.state)) state = applyPatch(state, record.state);
  }
  return state;
}
