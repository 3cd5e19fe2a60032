/**
 * Finds where a fork's own lines begin: behind the lines it copied from its parent (spec 3 §1.7).
 *
 * A copy keeps the parent's session meta and turns; a turn that began before the fork was made is the parent's.
 */

import type { RolloutBytes } from '../contract/bytes.js';
import { type LineIndex, LineKind } from '../contract/line-index.js';
import { startsTurn } from '../contract/turn-events.js';
import { readPayload } from './read-control.js';

/**
 * @param firstOwnLine first line of the file itself
 * @param createdAt the session meta's timestamp
 * @returns the first line this thread wrote
 */
export function findOwnStart(
  bytes: RolloutBytes,
  index: LineIndex,
  firstOwnLine: number,
  createdAt: string | undefined,
): number {
  const copiedMeta = parentsMeta(bytes, index, firstOwnLine);
  const created = createdAt === undefined ? Number.NaN : Date.parse(createdAt);
  if (copiedMeta < 0 || Number.isNaN(created)) return firstOwnLine;
  for (let line = copiedMeta + 1; line < index.count; line += 1) {
    if (!startsTurn(index, line)) continue;
    const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    const startedAt = turnStart(payload?.['turn_id'], payload?.['started_at']);
    if (startedAt !== undefined && startedAt >= created) return line;
  }
  return index.count;
}

/** The first session meta of another thread; a thread's own may come again when it changed. */
function parentsMeta(bytes: RolloutBytes, index: LineIndex, firstOwnLine: number): number {
  const idOf = (line: number): unknown =>
    readPayload(bytes, index.starts[line] as number, index.ends[line] as number)?.['id'];
  let before = -1;
  for (let line = firstOwnLine; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.meta) continue;
    // Most rollouts have one, whose base instructions are long: it is not parsed.
    if (before >= 0 && idOf(line) !== idOf(before)) return line;
    before = line;
  }
  return -1;
}

/** When a turn began, in milliseconds since 1970: from its UUIDv7, else from its start in seconds. */
function turnStart(turnId: unknown, startedAt: unknown): number | undefined {
  if (typeof turnId === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(turnId)) {
    return Number.parseInt(turnId.slice(0, 8) + turnId.slice(9, 13), 16);
  }
  // A whole second: anything within it may be later than the start.
  if (typeof startedAt === 'number') return startedAt * 1000 + 999;
  return undefined;
}
