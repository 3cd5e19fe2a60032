/** Builds the line index of a rollout: one pass over the bytes by windows, heads first, a scan only where a head does not decide. */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import type { JsonScanner, Kernel } from '../contract/kernels.js';
import { Flag, Kind } from '../contract/tape.js';
import { type FindAtom, headBytes, kindOfType, type LineHead, readHead } from './line-head.js';
import { LineFlag, type LineIndex, LineKind } from '../contract/line-index.js';
import { scanLine } from './scan-line.js';
import { atomAt, endAt, findKey, hasFlag, kindAt, startAt } from '../contract/tape-reader.js';

export interface IndexTools {
  readonly kernel: Kernel;
  readonly scanner: JsonScanner;
  readonly findAtom: FindAtom;
  /** Whether lines without envelope are taken (lenient loader). */
  readonly acceptsBare: boolean;
}

/**
 * Lines that are found, read and checked together.
 *
 * Gain: their bytes, half a megabyte of most rollouts, come into the cache once and not three times. Cost: a call more
 * for so many lines.
 */
const lineEndCapacity = 128;
const lineEnds = new Uint32Array(lineEndCapacity);
const head: LineHead = { kind: 0, type: 0, role: 0, flags: 0 };

/**
 * Fills `out` with every line of `bytes` from byte `from` on, in file order.
 * @returns false when some byte is not well-formed UTF-8 (the lines that hold it are flagged).
 */
export function indexRollout(
  bytes: RolloutBytes,
  tools: IndexTools,
  out: LineIndex,
  from = 0,
): boolean {
  out.clear();
  let position = from;
  while (position < bytes.size) {
    const viewEnd = Math.min(bytes.size, position + bytes.maxViewBytes);
    const view = bytes.view(position, viewEnd);
    const isLast = viewEnd === bytes.size;
    const firstLine = out.count;
    const used = addLines(view, position, isLast, tools, out);
    if (used === 0) {
      // The line is longer than a view: its head is all that is read. Only then walk to its end, which takes the view.
      addLine(view, position, 0, view.length, tools, out);
      const end = findLongLineEnd(bytes, viewEnd, tools.kernel);
      out.ends[firstLine] = end;
      if (out.kinds[firstLine] === LineKind.blank && !isLongLineBlank(bytes, viewEnd, end)) {
        out.kinds[firstLine] = LineKind.unreadable;
      }
      if (!isLongLineUtf8(bytes, position, end, tools.kernel)) {
        out.flags[firstLine] = (out.flags[firstLine] as number) | LineFlag.badUtf8;
      }
      position = end + 1;
    } else {
      position += used;
    }
  }
  classifyByScan(bytes, tools, out);
  return isAllUtf8(out);
}

function isAllUtf8({ count, flags }: LineIndex): boolean {
  for (let line = 0; line < count; line += 1) {
    if (((flags[line] as number) & LineFlag.badUtf8) !== 0) return false;
  }
  return true;
}

/** Adds the lines that end inside the view (and the file's tail when it is the last one); returns the bytes they take. */
function addLines(
  view: Uint8Array,
  base: number,
  isLast: boolean,
  tools: IndexTools,
  out: LineIndex,
): number {
  let from = 0;
  for (;;) {
    const firstLine = out.count;
    const start = from;
    const count = tools.kernel.findLineEnds(view, from, view.length, lineEnds);
    for (let index = 0; index < count; index += 1) {
      const end = lineEnds[index] as number;
      addLine(view, base, from, end, tools, out);
      from = end + 1;
    }
    if (count < lineEndCapacity && isLast && from < view.length) {
      addLine(view, base, from, view.length, tools, out);
      from = view.length;
    }
    if (!tools.kernel.isUtf8(view, start, from)) flagBadLines(view, base, firstLine, tools, out);
    if (count < lineEndCapacity) return from;
  }
}

function addLine(
  view: Uint8Array,
  base: number,
  from: number,
  to: number,
  tools: IndexTools,
  out: LineIndex,
): void {
  if (readHead(view, from, Math.min(to, from + headBytes), tools.findAtom, head)) {
    const line = out.add(base + from, base + to, head.kind);
    out.types[line] = head.type;
    out.roles[line] = head.role;
    out.flags[line] = head.flags;
    return;
  }
  out.add(base + from, base + to, isBlank(view, from, to) ? LineKind.blank : LineKind.unreadable);
}

function isBlank(view: Uint8Array, from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const byte = view[position] as number;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
  }
  return true;
}

function isLongLineBlank(bytes: RolloutBytes, from: number, end: number): boolean {
  for (let position = from; position < end; position += bytes.maxViewBytes) {
    const view = bytes.view(position, Math.min(end, position + bytes.maxViewBytes));
    if (!isBlank(view, 0, view.length)) return false;
  }
  return true;
}

function findLongLineEnd(bytes: RolloutBytes, from: number, kernel: Kernel): number {
  let position = from;
  while (position < bytes.size) {
    const viewEnd = Math.min(bytes.size, position + bytes.maxViewBytes);
    const view = bytes.view(position, viewEnd);
    if (kernel.findLineEnds(view, 0, view.length, firstEnd) > 0) {
      return position + (firstEnd[0] as number);
    }
    position = viewEnd;
  }
  return bytes.size;
}

const firstEnd = new Uint32Array(1);

function isLongLineUtf8(bytes: RolloutBytes, start: number, end: number, kernel: Kernel): boolean {
  let position = start;
  while (position < end) {
    const viewEnd = Math.min(end, position + bytes.maxViewBytes);
    const view = bytes.view(position, viewEnd);
    const border = viewEnd === end ? view.length : characterBorder(view);
    if (!kernel.isUtf8(view, 0, border)) return false;
    position += border;
  }
  return true;
}

/** The end of the last whole character of a view; the view's end when its tail is no character at all. */
function characterBorder(view: Uint8Array): number {
  for (let back = 1; back <= 4 && back <= view.length; back += 1) {
    const byte = view[view.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = characterLength(byte);
      return length > back ? view.length - back : view.length;
    }
  }
  return view.length;
}

/** Bytes of the character that a byte outside ASCII leads. */
function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function flagBadLines(
  view: Uint8Array,
  base: number,
  firstLine: number,
  { kernel }: IndexTools,
  out: LineIndex,
): void {
  for (let line = firstLine; line < out.count; line += 1) {
    const from = (out.starts[line] as number) - base;
    const to = (out.ends[line] as number) - base;
    if (!kernel.isUtf8(view, from, to)) {
      out.flags[line] = (out.flags[line] as number) | LineFlag.badUtf8;
    }
  }
}

/** Scans every line whose head did not decide and says what it is. */
function classifyByScan(bytes: RolloutBytes, tools: IndexTools, out: LineIndex): void {
  for (let line = 0; line < out.count; line += 1) {
    if (out.kinds[line] !== LineKind.unreadable) continue;
    if (!scanLine(tools.scanner, bytes, out.starts[line] as number, out.ends[line] as number)) {
      continue;
    }
    classify(bytes, tools, out, line);
  }
}

const typeAtom = atom('type');
const payloadAtom = atom('payload');
const timestampAtom = atom('timestamp');
const ordinalAtom = atom('ordinal');
const roleAtom = atom('role');
const messageAtom = atom('message');
const recordTypeAtom = atom('record_type');

function classify(bytes: RolloutBytes, tools: IndexTools, out: LineIndex, line: number): void {
  const { tape } = tools.scanner;
  if (kindAt(tape, 0) !== Kind.object) return;
  // A lone surrogate escape is a parse failure to the reference reader (spec 3 §1.3).
  if (hasFlag(tape, 0, Flag.loneSurrogate) && !tools.acceptsBare) return;
  const type = findKey(tape, 0, typeAtom);
  const payload = findKey(tape, 0, payloadAtom);
  if (payload < 0 || kindAt(tape, payload) !== Kind.object) {
    if (tools.acceptsBare) classifyBare(tape, out, line);
    return;
  }
  const timestamp = findKey(tape, 0, timestampAtom);
  if (!tools.acceptsBare && (timestamp < 0 || kindAt(tape, timestamp) !== Kind.string)) return;
  if (type < 0 || kindAt(tape, type) !== Kind.string) return;
  const ordinal = findKey(tape, 0, ordinalAtom);
  if (ordinal >= 0 && kindAt(tape, ordinal) !== Kind.null) {
    if (!isOrdinal(bytes, out.starts[line] as number, tape, ordinal)) return;
    out.flags[line] = (out.flags[line] as number) | LineFlag.ordinal;
  }
  const kind = kindOfType[atomAt(tape, type)] as number;
  out.kinds[line] = kind === 0 ? LineKind.other : kind;
  if (kind === LineKind.compacted) {
    const message = findKey(tape, payload, messageAtom);
    if (
      message >= 0 &&
      kindAt(tape, message) === Kind.string &&
      startAt(tape, message) === endAt(tape, message)
    ) {
      out.flags[line] = (out.flags[line] as number) | LineFlag.emptyMessage;
    }
  }
  if (kind === LineKind.item || kind === LineKind.event) takeTypes(tape, payload, out, line);
}

const maxOrdinal = 18446744073709551615n;
const maxOrdinalDigits = 20;

/** Whether a value of the line at `lineStart` is an ordinal: a whole number of 64 bits without sign (spec 3 §1.2). */
export function isOrdinal(
  bytes: RolloutBytes,
  lineStart: number,
  tape: Uint32Array,
  token: number,
): boolean {
  if (kindAt(tape, token) !== Kind.number) return false;
  const length = endAt(tape, token) - startAt(tape, token);
  if (length > maxOrdinalDigits) return false;
  const digits = bytes.view(lineStart + startAt(tape, token), lineStart + endAt(tape, token));
  for (let position = 0; position < length; position += 1) {
    const byte = digits[position] as number;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  if (length < maxOrdinalDigits) return true;
  return BigInt(Buffer.from(digits).toString('latin1')) <= maxOrdinal;
}

function takeTypes(tape: Uint32Array, object: number, out: LineIndex, line: number): void {
  const type = findKey(tape, object, typeAtom);
  if (type >= 0) out.types[line] = atomAt(tape, type);
  if (out.kinds[line] === LineKind.event || out.types[line] !== messageAtom) return;
  const role = findKey(tape, object, roleAtom);
  if (role >= 0) out.roles[line] = atomAt(tape, role);
}

/** Formats of 2025 without envelope (spec 3 §1.8): the item itself, or meta data with an id and a time. */
function classifyBare(tape: Uint32Array, out: LineIndex, line: number): void {
  if (findKey(tape, 0, recordTypeAtom) >= 0) {
    out.kinds[line] = LineKind.other;
    return;
  }
  const type = findKey(tape, 0, typeAtom);
  const role = findKey(tape, 0, roleAtom);
  if (type >= 0 && kindAt(tape, type) === Kind.string && atomAt(tape, type) !== 0) {
    out.kinds[line] = LineKind.bareItem;
    takeTypes(tape, 0, out, line);
  } else if (type < 0 && role >= 0) {
    out.kinds[line] = LineKind.bareItem;
    out.types[line] = messageAtom;
    out.roles[line] = atomAt(tape, role);
  } else if (
    type < 0 &&
    findKey(tape, 0, atom('id')) >= 0 &&
    findKey(tape, 0, timestampAtom) >= 0
  ) {
    out.kinds[line] = LineKind.bareMeta;
  }
}
