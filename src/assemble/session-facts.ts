/** What a rollout tells of the settings it does not record: provider, item ids, the release that wrote a turn (spec 3 §3.6, spec 4). */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { isRecord } from '../contract/json-record.js';
import { type LineIndex, LineFlag, LineKind } from '../contract/line-index.js';
import type { RenderOptions } from '../contract/options.js';
import { type RulesProfile, rulesById } from '../contract/rules.js';
import { readPayload } from '../rollout/read-control.js';
import type { OpenSession } from './open-session.js';
import type { SessionSource } from './session-source.js';

const taskComplete = atom('task_complete');
const message = atom('message');
const user = atom('user');

/**
 * Whether the provider's name was `OpenAI`. Told by the provider's id, or by a remote compaction; otherwise taken for
 * another.
 */
export function isOpenAi(
  options: RenderOptions,
  { meta, index }: OpenSession,
  source: SessionSource,
): boolean {
  if (options.provider !== 'auto') return options.provider === 'openai';
  if (meta.modelProvider === 'openai') return true;
  for (let line = index.count - 1; line >= 0; line -= 1) {
    if (index.kinds[line] === LineKind.event && index.types[line] === taskComplete) {
      // A remote compaction that failed is named as such.
      if (source.failureOf(line) === 'compaction') return true;
    } else if (index.kinds[line] === LineKind.compacted) {
      const isEmpty = ((index.flags[line] as number) & LineFlag.emptyMessage) !== 0;
      if (isEmpty && source.compactionForm(line) === 'remote') return true;
    }
  }
  return false;
}

/** The requests of one release, whose item ids are asked for. */
interface ReleasePart {
  readonly options: RenderOptions;
  readonly rules: RulesProfile;
  readonly bytes: RolloutBytes;
  /** First line that another release wrote. */
  readonly end: number;
}

/** Whether item ids were sent: always in paginated threads and newer releases, else told by the newest user message. */
export function areIdsSent(
  { meta, index }: OpenSession,
  { options, rules, bytes, end }: ReleasePart,
): boolean {
  if (options.itemIds !== 'auto') return options.itemIds === 'on';
  return rules.itemIdsAlways || meta.isPaginated || hasWrittenId(bytes, index, end);
}

/** Ids are given to the user's messages only when they are sent; a review's messages have them always. */
function hasWrittenId(bytes: RolloutBytes, index: LineIndex, end: number): boolean {
  for (let line = end - 1; line >= 0; line -= 1) {
    if (index.kinds[line] !== LineKind.item || index.types[line] !== message) continue;
    if (index.roles[line] !== user) continue;
    const start = index.starts[line] as number;
    const end = Math.min(index.ends[line] as number, start + 600);
    const view = bytes.view(start, end);
    const head = Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1');
    if (head.includes('<user_action>')) continue;
    return /"id":"msg_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(head);
  }
  return false;
}

/**
 * The profile of the release that wrote a turn, when it is newer than the one the file names: an old session resumed
 * by a newer release goes on by that one's rules (spec 4 §2.2, §7).
 *
 * @param from first line that the newer release wrote
 */
export function newerRules(
  bytes: RolloutBytes,
  index: LineIndex,
  from: number,
): RulesProfile | undefined {
  let hasCatalog = false;
  for (let line = from; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.worldState) continue;
    const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    const state = payload?.['state'];
    if (!isRecord(state)) continue;
    if ('tools' in state || 'top_level_tools' in state) return rulesById('0.171');
    if ('personality' in state) return rulesById('0.155');
    if ('model_catalog' in state) hasCatalog = true;
  }
  return rulesById(hasCatalog ? '0.163' : '0.171');
}
