/**
 * Guesses where another process took a session over: a turn that begins long after the line before it.
 *
 * A resumed process cuts all earlier tool outputs by its own model's policy, a live one keeps them as they were cut
 * (spec 3 §8); the rollout does not tell the two apart. Only asked where policies differ.
 */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import type { LineIndex } from '../contract/line-index.js';
import { startsTurn } from '../contract/turn-events.js';

/** A pause this long, in milliseconds, is taken for a new process. */
const pauseMs = 30 * 60 * 1000;

/** Lines of turn starts behind a pause, in order. */
export function findResumes(bytes: RolloutBytes, index: LineIndex): number[] {
  const resumes: number[] = [];
  let turnEnd = -1;
  for (let line = 0; line < index.count; line += 1) {
    if (!startsTurn(index, line)) continue;
    turnEnd = timeBefore(bytes, index, line);
    const start = timeOf(bytes, index, line);
    if (turnEnd >= 0 && start - turnEnd >= pauseMs) resumes.push(line);
  }
  return resumes;
}

/** The time of the newest line before `line` that is not settings applied on the way into the turn. */
function timeBefore(bytes: RolloutBytes, index: LineIndex, line: number): number {
  for (let before = line - 1; before >= 0; before -= 1) {
    if (index.types[before] === atom('thread_settings_applied')) continue;
    const time = timeOf(bytes, index, before);
    if (time >= 0) return time;
  }
  return -1;
}

function timeOf(bytes: RolloutBytes, index: LineIndex, line: number): number {
  const start = index.starts[line] as number;
  const end = Math.min(index.ends[line] as number, start + 64);
  const match = /"timestamp":"([^"]{10,40})"/.exec(
    Buffer.from(bytes.view(start, end)).toString('latin1'),
  );
  const time = match?.[1] === undefined ? Number.NaN : Date.parse(match[1]);
  return Number.isNaN(time) ? -1 : time;
}
