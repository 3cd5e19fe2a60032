/** Finds what has to be cut out of one line so that its context is gone and the rest stays as it stands. */

import { atom } from '../contract/atoms.js';
import { LineKind } from '../contract/line-index.js';
import { findKey, outerEnd, outerStart } from '../contract/tape-reader.js';
import {
  arrayIn,
  type ContextMessageParts,
  type ContextPart,
  elementsOf,
  findContextParts,
  type ScannedLine,
} from './find-context-parts.js';

const payloadAtom = atom('payload');
const historyAtom = atom('replacement_history');
const historyMetadataAtom = atom('replacement_history_metadata');

/** A content part that is taken out. */
export interface StrippedPart {
  readonly kind: string;
  readonly role: 'user' | 'developer';
  /** Its place in the message, from 0. */
  readonly part: number;
  /** Its message's place in a replacement history, from 0; undefined for a line that is itself the message. */
  readonly item: number | undefined;
  /** Length of the part. */
  readonly bytes: number;
  readonly label: string | undefined;
  /** Whether no part of its message stays. */
  readonly endsMessage: boolean;
}

/** A range of the rollout's bytes, `[start, end)`. */
export type ByteRange = readonly [start: number, end: number];

export interface LineStrip {
  readonly parts: readonly StrippedPart[];
  /** Ascending; empty when the whole line goes. */
  readonly cuts: readonly ByteRange[];
  readonly isWholeLine: boolean;
}

/**
 * @param line a line that was found to be one JSON value
 * @param lineKind its `LineKind`: items and compacted lines hold messages, others none
 * @param kinds the kinds of context to take out
 */
export function stripLine(
  line: ScannedLine,
  lineKind: number,
  kinds: ReadonlySet<string>,
): LineStrip {
  const { tape } = line;
  const item = lineKind === LineKind.bareItem ? 0 : findKey(tape, 0, payloadAtom);
  if (item < 0) return unchanged;
  if (lineKind === LineKind.compacted) return stripHistory(line, item, kinds);
  const message = stripMessage(line, { token: item, item: undefined, kinds });
  if (message === undefined) return unchanged;
  const { parts, cuts, isWhole } = message;
  return { parts, cuts: isWhole ? [] : cuts, isWholeLine: isWhole };
}

const unchanged: LineStrip = { parts: [], cuts: [], isWholeLine: false };

function stripHistory(line: ScannedLine, payload: number, kinds: ReadonlySet<string>): LineStrip {
  const { tape } = line;
  const history = arrayIn(tape, payload, historyAtom);
  if (history === undefined) return unchanged;
  const parts: StrippedPart[] = [];
  const cuts: ByteRange[] = [];
  const gone = new Set<number>();
  for (const [position, token] of elementsOf(tape, history).entries()) {
    const message = stripMessage(line, { token, item: position, kinds });
    if (message === undefined) continue;
    parts.push(...message.parts);
    if (message.isWhole) gone.add(position);
    else cuts.push(...message.cuts);
  }
  cuts.push(...cutElements(line, history, gone));
  const metadata = arrayIn(tape, payload, historyMetadataAtom);
  if (metadata !== undefined) cuts.push(...cutElements(line, metadata, gone));
  return { parts, cuts: cuts.toSorted(byStart), isWholeLine: false };
}

interface MessagePlace {
  readonly token: number;
  /** Its place in a replacement history. */
  readonly item: number | undefined;
  readonly kinds: ReadonlySet<string>;
}

interface MessageStrip {
  readonly parts: readonly StrippedPart[];
  readonly cuts: readonly ByteRange[];
  readonly isWhole: boolean;
}

/** Undefined when nothing is to be taken out. */
function stripMessage(
  line: ScannedLine,
  { token, item, kinds }: MessagePlace,
): MessageStrip | undefined {
  const message = findContextParts(line, token);
  if (message === undefined) return undefined;
  const gone = goneParts(message, kinds);
  if (gone.size === 0) return undefined;
  const isWhole = gone.size === message.count;
  const parts = [...gone].map(([position, part]) => ({
    kind: part.kind,
    role: message.role,
    part: position,
    item,
    bytes: outerEnd(line.tape, part.token) - outerStart(line.tape, part.token),
    label: part.label,
    endsMessage: isWhole,
  }));
  if (isWhole) return { parts, cuts: [], isWhole };
  const positions = new Set(gone.keys());
  const arrays = [message.content, ...message.parallel];
  const cuts = arrays.flatMap((array) => cutElements(line, array, positions));
  return { parts, cuts: cuts.toSorted(byStart), isWhole };
}

function goneParts(
  { parts }: ContextMessageParts,
  kinds: ReadonlySet<string>,
): ReadonlyMap<number, ContextPart> {
  const gone = new Map<number, ContextPart>();
  for (const [position, part] of parts.entries()) {
    if (part !== undefined && kinds.has(part.kind)) gone.set(position, part);
  }
  return gone;
}

/**
 * The cuts that take elements out of an array, each with one comma: the one behind it where an element stays there and
 * none before, else the one before it. Positions the array does not have are passed over.
 */
function cutElements(
  { tape, lineStart }: ScannedLine,
  array: number,
  gone: ReadonlySet<number>,
): ByteRange[] {
  if (gone.size === 0) return [];
  const elements = elementsOf(tape, array);
  const cuts: ByteRange[] = [];
  let position = 0;
  let lastKept: number | undefined;
  while (position < elements.length) {
    if (!gone.has(position)) {
      lastKept = elements[position];
      position += 1;
      continue;
    }
    const first = elements[position] ?? 0;
    let last = first;
    for (; position < elements.length && gone.has(position); position += 1) {
      last = elements[position] ?? 0;
    }
    const next = elements[position];
    if (lastKept !== undefined) cuts.push([outerEnd(tape, lastKept), outerEnd(tape, last)]);
    else if (next === undefined) cuts.push([outerStart(tape, first), outerEnd(tape, last)]);
    else cuts.push([outerStart(tape, first), outerStart(tape, next)]);
  }
  return cuts.map(([start, end]) => [lineStart + start, lineStart + end]);
}

function byStart([one]: ByteRange, [other]: ByteRange): number {
  return one - other;
}
