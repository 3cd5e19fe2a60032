/** What the page shows of a request: fields, contents of messages and of outputs that are lists, other items as a whole. */

import type { TracePart } from '../../contract/trace.js';

export interface Leaf {
  readonly part: TracePart;
  /** Its index among the parts of the request. */
  readonly position: number;
  /** The item it stands in; undefined for a whole one, and for a field. */
  readonly item: TracePart | undefined;
  /** Place in its item, from 0. */
  readonly nth: number;
  /** Of the body: the first in an item counts what the item has around its parts. */
  readonly bytes: number;
}

/** In the order of the body. Their bytes are all of the body but what stands between fields and items. */
export function leavesOf(parts: readonly TracePart[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  for (const [position, part] of parts.entries()) {
    if (part.parent !== -1) continue;
    const inside = countInside(parts, position);
    if (inside === 0) leaves.push({ part, position, item: undefined, nth: 0, bytes: sizeOf(part) });
    else leaves.push(...contentLeaves(parts, position, inside));
  }
  return leaves;
}

/** They follow their item. */
function countInside(parts: readonly TracePart[], item: number): number {
  let count = 0;
  while (parts[item + 1 + count]?.parent === item) count += 1;
  return count;
}

function contentLeaves(
  parts: readonly TracePart[],
  itemPosition: number,
  count: number,
): readonly Leaf[] {
  const first = itemPosition + 1;
  const item = parts[itemPosition];
  const contents = parts.slice(first, first + count);
  const inside = contents.reduce((sum, part) => sum + sizeOf(part), 0);
  const around = item === undefined ? 0 : sizeOf(item) - inside;
  return contents.map((part, nth) => ({
    part,
    position: first + nth,
    item,
    nth,
    bytes: nth === 0 ? sizeOf(part) + around : sizeOf(part),
  }));
}

function sizeOf({ startBytes, endBytes }: TracePart): number {
  return endBytes - startBytes;
}
