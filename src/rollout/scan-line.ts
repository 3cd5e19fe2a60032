/** Scans one line of a rollout whatever its length: whole when it can be viewed, else in steps. */

import type { RolloutBytes } from '../contract/bytes.js';
import type { JsonScanner } from '../contract/kernels.js';

/**
 * Scans bytes `[start, end)` of `bytes` as one JSON value; offsets on the tape count from `start`.
 * @returns false on a fault (see `scanner.fault`), or when a token is longer than a view.
 */
export function scanLine(
  scanner: JsonScanner,
  bytes: RolloutBytes,
  start: number,
  end: number,
): boolean {
  scanner.reset();
  const { whole } = bytes;
  if (whole !== undefined) return scanner.step(whole, start, end, 0, true) >= 0;
  let position = start;
  for (;;) {
    const stepEnd = Math.min(end, position + bytes.maxViewBytes);
    const view = bytes.view(position, stepEnd);
    const read = scanner.step(view, 0, view.length, position - start, stepEnd === end);
    if (read < 0) return false;
    if (stepEnd === end) return true;
    // A number or word as long as a view: no writer prints one, and no step would get past it.
    if (read === 0) return false;
    position += read;
  }
}

/**
 * Bytes `[start, end)` in one piece. A range longer than a view is copied together, so only values that have to be
 * printed anew may be asked for whole.
 */
export function viewWhole(bytes: RolloutBytes, start: number, end: number): Uint8Array {
  if (end - start <= bytes.maxViewBytes) return bytes.view(start, end);
  const whole = new Uint8Array(end - start);
  for (let position = start; position < end; position += bytes.maxViewBytes) {
    const viewEnd = Math.min(end, position + bytes.maxViewBytes);
    whole.set(bytes.view(position, viewEnd), position - start);
  }
  return whole;
}
