/** Cuts the middle out of a recorded string without decoding more of it than is kept. */

import { Flag } from '../contract/tape.js';
import { endAt, hasFlag, startAt } from '../contract/tape-reader.js';
import type { ItemBuilder } from './item-builder.js';
import { decodeString, encodeString } from './print-json.js';
import { budgetBytes, marker, truncateMiddle, type TruncationPolicy } from './truncate-text.js';

/** The cut form of a long string, as JSON. Only what is kept is decoded, so that its length does not matter. */
export function cutString(
  b: ItemBuilder,
  value: number,
  length: number,
  budget: number,
  policy: TruncationPolicy,
): Uint8Array {
  const allowed = budgetBytes(budget, policy.mode);
  const raw = endAt(b.tape, value) - startAt(b.tape, value);
  if (
    raw <= b.bytes.maxViewBytes &&
    policy.mode === 'tokens' &&
    !hasFlag(b.tape, value, Flag.loose)
  ) {
    return cutWritten(b.view(startAt(b.tape, value), endAt(b.tape, value)), length, allowed);
  }
  if (raw <= b.bytes.maxViewBytes || policy.mode === 'bytes') {
    const text = decodeString(b.view(startAt(b.tape, value), endAt(b.tape, value)));
    return encodeString(truncateMiddle(text, budget, policy.mode));
  }
  // Six raw bytes at most for one decoded byte; a margin keeps the borders whole.
  const reach = allowed * 6 + 64;
  const [start, end] = [startAt(b.tape, value), endAt(b.tape, value)];
  const head = decodeString(safeHead(b, start, Math.min(end, start + reach)));
  const tail = decodeString(safeTail(b, start, Math.max(start, end - reach), end));
  const left = Math.floor(allowed / 2);
  const headBytes = Buffer.from(head, 'utf8');
  const tailBytes = Buffer.from(tail, 'utf8');
  let headEnd = left;
  while (headEnd > 0 && ((headBytes[headEnd] ?? 0) & 0xc0) === 0x80) headEnd -= 1;
  let tailStart = tailBytes.length - (allowed - left);
  while (tailStart < tailBytes.length && ((tailBytes[tailStart] ?? 0) & 0xc0) === 0x80) {
    tailStart += 1;
  }
  const count = Math.ceil((length - allowed) / 4);
  return encodeString(
    headBytes.toString('utf8', 0, headEnd) +
      marker(count, policy.mode) +
      tailBytes.toString('utf8', tailStart),
  );
}

/**
 * Cuts a string in the writer's form as it stands: what is kept need not be decoded and printed again.
 *
 * @param raw what stands between its quotes
 * @param length its bytes once unescaped
 * @param allowed bytes that are kept
 */
function cutWritten(raw: Uint8Array, length: number, allowed: number): Uint8Array {
  const left = Math.floor(allowed / 2);
  let head = unescapedEnd(raw, 0, left);
  let tail = unescapedEnd(raw, head, length - (allowed - left) - left);
  while (head > 0 && isContinuation(raw[head])) head -= 1;
  while (tail < raw.length && isContinuation(raw[tail])) tail += 1;
  const note = encodeString(marker(Math.ceil((length - allowed) / 4), 'tokens'));
  // The note brings both quotes: its first goes to the front, its last to the end.
  const cut = new Uint8Array(head + note.length + raw.length - tail);
  cut[0] = quote;
  cut.set(raw.subarray(0, head), 1);
  cut.set(note.subarray(1, -1), 1 + head);
  cut.set(raw.subarray(tail), head + note.length - 1);
  cut[cut.length - 1] = quote;
  return cut;
}

const quote = 0x22;
const backslash = 0x5c;

/** Where `count` unescaped bytes from `from` on end. In the writer's form each escape is a character of one byte. */
function unescapedEnd(raw: Uint8Array, from: number, count: number): number {
  let position = from;
  for (let done = 0; done < count; done += 1) {
    if (raw[position] === backslash) position += raw[position + 1] === 0x75 ? 6 : 2;
    else position += 1;
  }
  return position;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Bytes of a string from `start` on, ending outside of escapes and characters. */
function safeHead(b: ItemBuilder, start: number, end: number): Uint8Array {
  const view = b.view(start, end);
  let cut = 0;
  while (cut < view.length) {
    const next = cut + unitLength(view, cut);
    if (next > view.length) break;
    cut = next;
  }
  return view.subarray(0, cut);
}

/** Bytes of the string that begins at `first`, from the first border at or behind `start` on. */
function safeTail(b: ItemBuilder, first: number, start: number, end: number): Uint8Array {
  // Begun in front of the longest escape, the walk is in step when it reaches `start`.
  const from = Math.max(first, start - 8);
  let slashes = 0;
  while (from - slashes > first && b.view(from - slashes - 1, from - slashes)[0] === 0x5c) {
    slashes += 1;
  }
  let position = slashes % 2 === 0 ? from : from - 1;
  const view = b.view(position, Math.min(end, start + 8));
  for (let at = 0; position < start;) {
    const length = unitLength(view, at);
    at += length;
    position += length;
  }
  return b.view(position, end);
}

/** Raw bytes of the character or escape at a position; of a byte inside a character, that byte. */
function unitLength(raw: Uint8Array, position: number): number {
  const byte = raw[position] ?? 0;
  if (byte === 0x5c) return raw[position + 1] === 0x75 ? 6 : 2;
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
