/** Tells whether a part of one request is the same part in the next, so that it need not be looked at again. */

import type { Origin, TracePart } from '../../contract/trace.js';

/** @param sharedBytes length of the prefix that both bodies have */
export function isSamePart(
  part: TracePart,
  former: TracePart | undefined,
  sharedBytes: number,
): former is TracePart {
  return (
    former !== undefined &&
    part.endBytes <= sharedBytes &&
    part.startBytes === former.startBytes &&
    part.endBytes === former.endBytes &&
    part.rule === former.rule &&
    part.enteredAt === former.enteredAt &&
    part.cutBytes === former.cutBytes &&
    isSameOrigin(part.origin, former.origin)
  );
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
