/** What the page shows of a request: fields, contents of messages and of outputs that are lists, other items as a whole. */

import type { TracePart } from '../../contract/trace.js';

export interface Leaf {
  readonly part: TracePart;
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
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined || part.parent !== -1) continue;
    const contents = contentsOf(parts, index);
    if (contents.length === 0) leaves.push(wholeLeaf(part));
    else leaves.push(...contentLeaves(part, contents));
  }
  return leaves;
}

/** They follow their item. Much of a reasoning item stands beside its content: it is shown as a whole. */
function contentsOf(parts: readonly TracePart[], index: number): readonly TracePart[] {
  if (parts[index]?.type === 'reasoning') return [];
  let end = index + 1;
  while (parts[end]?.parent === index) end += 1;
  return parts.slice(index + 1, end);
}

function wholeLeaf(part: TracePart): Leaf {
  return { part, item: undefined, nth: 0, bytes: sizeOf(part) };
}

function contentLeaves(item: TracePart, contents: readonly TracePart[]): readonly Leaf[] {
  const inside = contents.reduce((sum, part) => sum + sizeOf(part), 0);
  const around = sizeOf(item) - inside;
  return contents.map((part, nth) => ({
    part,
    item,
    nth,
    bytes: nth === 0 ? sizeOf(part) + around : sizeOf(part),
  }));
}

function sizeOf({ startBytes, endBytes }: TracePart): number {
  return endBytes - startBytes;
}
