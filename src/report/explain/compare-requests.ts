/** Compares a request with the one before it: what both begin with, and the items that came and went. */

import type { Inference } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import type { TracePart } from '../../contract/trace.js';
import type { ChangedItem, FirstDifference, RequestChange } from './explanation.js';
import { groupOf, groupWords } from './group-part.js';
import { sharedPrefix } from './shared-prefix.js';

export function compareRequests(former: Inference, request: Inference): RequestChange {
  const sharedBytes = sharedPrefix(former.body, request.body);
  const before = itemsOf(former);
  const now = itemsOf(request);
  const sharedItems = countShared(before, now, sharedBytes);
  const differsAt = firstDifference(former, request, sharedBytes);
  const left = before.slice(sharedItems);
  const come = now.slice(sharedItems);
  return {
    since: former.at,
    formerBytes: former.body.length,
    formerItems: before.length,
    sharedBytes,
    ...optional('differsAt', differsAt),
    sharedItems,
    isContinued:
      sharedItems === before.length && sharedBytes >= (now[sharedItems - 1]?.part.endBytes ?? 0),
    added: without(come, left),
    dropped: without(left, come),
    ...optional('compactionLine', compactionLine(now, former, request)),
  };
}

/** An item as it is sent. */
interface SentItem {
  readonly of: Inference;
  readonly part: TracePart;
  /** Its number among all parts. */
  readonly position: number;
}

function itemsOf(inference: Inference): readonly SentItem[] {
  const items: SentItem[] = [];
  inference.trace.parts.forEach((part, position) => {
    if (part.kind === 'item') items.push({ of: inference, part, position });
  });
  return items;
}

function countShared(
  before: readonly SentItem[],
  now: readonly SentItem[],
  sharedBytes: number,
): number {
  const differs = now.findIndex((item, number) => {
    const former = before[number];
    if (former === undefined) return true;
    // Where the bodies are the same so far, so are the items.
    return item.part.endBytes > sharedBytes && !bytesOf(item).equals(bytesOf(former));
  });
  return differs < 0 ? now.length : differs;
}

function bytesOf({ of: { body }, part: { startBytes, endBytes } }: SentItem): Buffer {
  return Buffer.from(body.buffer, body.byteOffset + startBytes, endBytes - startBytes);
}

/** Those that have no equal among the others; of several equal ones, as many as there are too many. */
function without(items: readonly SentItem[], others: readonly SentItem[]): readonly ChangedItem[] {
  const left = new Map<string, number>();
  for (const other of others) {
    const key = bytesOf(other).toString('latin1');
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return items
    .filter((item) => {
      const key = bytesOf(item).toString('latin1');
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count <= 0;
    })
    .map(tellItem);
}

/** An item is what its first part is. */
function tellItem({ of: { trace }, part, position }: SentItem): ChangedItem {
  const inner = trace.parts[position + 1];
  const group = inner?.parent === position ? groupOf(inner, part) : groupOf(part);
  const { path, startBytes, endBytes } = part;
  return { path, what: groupWords(group), bytes: endBytes - startBytes };
}

function firstDifference(
  former: Inference,
  request: Inference,
  offsetBytes: number,
): FirstDifference | undefined {
  const { body, trace } = request;
  if (offsetBytes === body.length && offsetBytes === former.body.length) return undefined;
  const holding = trace.parts.findLastIndex(
    ({ startBytes, endBytes }) => startBytes <= offsetBytes && offsetBytes < endBytes,
  );
  if (holding >= 0) return { offsetBytes, place: 'in', ...named(trace.parts, holding) };
  const next = trace.parts.findIndex(({ startBytes }) => startBytes > offsetBytes);
  if (next >= 0) return { offsetBytes, place: 'before', ...named(trace.parts, next) };
  return { offsetBytes, place: 'end' };
}

function named(
  parts: readonly TracePart[],
  position: number,
): Pick<FirstDifference, 'path' | 'what'> {
  const part = parts[position];
  if (part === undefined) return {};
  return { path: part.path, what: groupWords(groupOf(part, parts[part.parent])) };
}

/** The line that replaced the history since the request before. */
function compactionLine(
  now: readonly SentItem[],
  former: Inference,
  { source }: Inference,
): number | undefined {
  for (const { part } of now) {
    const { origin, rule } = part;
    if (!compactionRules.has(rule) || !('line' in origin)) continue;
    if (origin.file === source.file && origin.line > former.source.line) return origin.line;
  }
  return undefined;
}

const compactionRules: ReadonlySet<string> = new Set([
  'item.replacement',
  'item.kept_message',
  'item.summary',
  'item.no_summary',
]);
