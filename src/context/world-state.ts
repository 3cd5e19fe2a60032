/** The world state of settings: what a rollout keeps, so that later turns tell changes only (spec 1 §6.1). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import type { ContextInput } from './context-input.js';
import { toolHashes } from './top-level-tools.js';
import { sectionsOf } from './section-table.js';

/** @returns the snapshots by key, keys sorted, without members that are null */
export function worldStateOf(input: ContextInput): JsonRecord {
  const state: Record<string, unknown> = {
    ...input.rules.silentSections,
    ...windowOwner(input),
    ...toolHashes(input),
  };
  for (const section of sectionsOf(input.rules)) {
    const snapshot = section.snapshot(input);
    if (snapshot !== undefined) state[section.key] = withoutNulls(snapshot);
  }
  return Object.fromEntries(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Newer releases keep whose context window was told; a change of it tells nothing. */
function windowOwner({ settings, rules }: ContextInput): JsonRecord {
  const { contextWindow, agentName = '/root' } = settings;
  const isKept = rules.contextWindowStandsAlone && contextWindow !== undefined;
  return isKept ? { context_window: agentName } : {};
}

/** Members of objects that are null go, at any depth; inside arrays everything stays. */
function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(
    ([, member]) => member !== null && member !== undefined,
  );
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
}
