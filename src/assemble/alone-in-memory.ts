/** A rollout that is in memory, as the pipeline takes it: nothing else is read, so a parent's prefix is missing. */

import { rulesById } from '../contract/rules.js';
import type { SessionInput } from '../contract/session.js';
import { readHistoryBase } from '../rollout/read-history-base.js';
import { inMemory } from '../sources/memory-bytes.js';
import type { PreparedContext } from './prepare-context.js';

/** @param file the name it goes by */
export function aloneInMemory(
  file: string,
  bytes: Uint8Array,
  { options }: PreparedContext,
): SessionInput {
  const rollout = inMemory(bytes);
  const segments = [{ file, startBytes: 0, endBytes: bytes.length }];
  const forced = options.rules === 'auto' ? undefined : rulesById(options.rules);
  const parent = readHistoryBase(rollout, forced)?.threadId;
  const input = { file, bytes: rollout, segments };
  return parent === undefined ? input : { ...input, missingParent: parent };
}
