/** The events that begin and end a turn, under their names of old and new releases. */

import { atom } from './atoms.js';
import { type LineIndex, LineKind } from './line-index.js';

export const turnStarted: ReadonlySet<number> = new Set([
  atom('task_started'),
  atom('turn_started'),
]);
export const turnCompleted: ReadonlySet<number> = new Set([
  atom('task_complete'),
  atom('turn_complete'),
]);
export const turnAborted = atom('turn_aborted');

/** Whether a line is the event that begins a turn. */
export function startsTurn(index: LineIndex, line: number): boolean {
  return index.kinds[line] === LineKind.event && turnStarted.has(index.types[line] as number);
}
