/** Finds where the part of a parent's rollout ends that a fork goes on from (spec 4 §1.3). */

import type { RolloutBytes } from '../contract/bytes.js';
import { headBytes } from './line-head.js';
import type { HistoryBaseRef } from './session-meta.js';

const newline = 0x0a;

/**
 * The end by the recorded offset. A parent that was edited since, stripped of its context for instance, no longer fits
 * it: then the ordinals of its lines tell, where there are any.
 *
 * @param bytes the parent's rollout, its own parents' prefixes in front
 * @param ownStart first byte of the parent's own file; the recorded offset counts from there
 */
export function findSharedEnd(bytes: RolloutBytes, ownStart: number, base: HistoryBaseRef): number {
  const { endByteOffset, endOrdinalExclusive } = base;
  const recorded = ownStart + (endByteOffset ?? bytes.size);
  if (endOrdinalExclusive === undefined || endByteOffset === undefined) {
    return Math.min(bytes.size, recorded);
  }
  if (recorded <= bytes.size && isBorder(bytes, recorded, endOrdinalExclusive)) return recorded;
  return findOrdinal(bytes, ownStart, endOrdinalExclusive) ?? Math.min(bytes.size, recorded);
}

/** Whether a line ends at an offset, and the line behind it is none of the shared ones. */
function isBorder(bytes: RolloutBytes, offset: number, endOrdinal: number): boolean {
  if (offset > 0 && bytes.view(offset - 1, offset)[0] !== newline) return false;
  const next = ordinalAt(bytes, offset);
  // A line before the one of that number may be gone with its context; the first one behind it never is.
  return next === undefined || next === endOrdinal;
}

/** The first line whose ordinal is not below a number; undefined when the lines have none. */
function findOrdinal(bytes: RolloutBytes, from: number, endOrdinal: number): number | undefined {
  let hasOrdinals = false;
  for (let start = from; start < bytes.size;) {
    const ordinal = ordinalAt(bytes, start);
    if (ordinal !== undefined) {
      hasOrdinals = true;
      if (ordinal >= endOrdinal) return start;
    }
    start = lineEnd(bytes, start);
  }
  return hasOrdinals ? bytes.size : undefined;
}

/** The ordinal of the line that begins at `start`, when it stands where the reference writer puts it. */
export function ordinalAt(bytes: RolloutBytes, start: number): number | undefined {
  const view = bytes.view(start, Math.min(bytes.size, start + headBytes));
  const head = Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1');
  const match = /^\{"timestamp":"[^"]*","ordinal":(\d{1,15}),/.exec(head);
  return match === null ? undefined : Number(match[1]);
}

/** Behind the line that begins at `start`. */
function lineEnd(bytes: RolloutBytes, start: number): number {
  for (let from = start; from < bytes.size; from += bytes.maxViewBytes) {
    const view = bytes.view(from, Math.min(bytes.size, from + bytes.maxViewBytes));
    const end = view.indexOf(newline);
    if (end >= 0) return from + end + 1;
  }
  return bytes.size;
}
