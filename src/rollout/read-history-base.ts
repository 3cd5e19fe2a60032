/** Reads from a rollout's first line which prefix of which other rollout it goes on from (spec 4 §1.3). */

import type { RolloutBytes } from '../contract/bytes.js';
import { type RulesProfile, rulesForVersion } from '../contract/rules.js';
import { readPayload } from './read-control.js';
import { type HistoryBaseRef, toSessionMeta } from './session-meta.js';

const newline = 0x0a;
const marker = '"history_base":{';
const newerMark = '"root_turn_id":"';

/**
 * @param forced the profile asked for, or undefined to go by the version the file names
 * @returns undefined when the rollout stands alone, or its release does not load prefixes
 */
export function readHistoryBase(
  bytes: RolloutBytes,
  forced: RulesProfile | undefined,
): HistoryBaseRef | undefined {
  const head = bytes.view(0, Math.min(bytes.size, bytes.maxViewBytes));
  const end = head.indexOf(newline);
  const line = head.subarray(0, end < 0 ? head.length : end);
  // Most rollouts are told apart without parsing their base instructions.
  if (!Buffer.from(line.buffer, line.byteOffset, line.length).includes(marker)) return undefined;
  const payload = readPayload(bytes, 0, line.length);
  if (payload === undefined) return undefined;
  const meta = toSessionMeta(payload, '');
  const rules = forced ?? rulesForVersion(meta.cliVersion ?? '');
  if (rules?.loadsHistoryBase === true) return meta.historyBase;
  return forced === undefined && isContinuedByNewer(bytes) ? meta.historyBase : undefined;
}

/** Whether a release that records root turns, and so loads prefixes, went on with the file. */
function isContinuedByNewer(bytes: RolloutBytes): boolean {
  for (let from = 0; from < bytes.size; from += bytes.maxViewBytes - newerMark.length) {
    const view = bytes.view(from, Math.min(bytes.size, from + bytes.maxViewBytes));
    if (Buffer.from(view.buffer, view.byteOffset, view.length).includes(newerMark)) return true;
  }
  return false;
}
