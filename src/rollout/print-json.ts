/** Prints a value of the rollout as the reference writer would: compact, short escapes, its own number forms. */

import { Flag, Kind } from '../contract/tape.js';
import { endAt, hasFlag, kindAt, nextAfter, startAt } from '../contract/tape-reader.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** A string's characters; `raw` is what stands between its quotes. */
export function decodeString(raw: Uint8Array): string {
  const text = decoder.decode(raw);
  if (!text.includes('\\')) return text;
  const value: unknown = JSON.parse(`"${text}"`);
  return typeof value === 'string' ? value : text;
}

/** A string as JSON, in the reference writer's form (the same as `JSON.stringify`'s). */
export function encodeString(text: string): Uint8Array {
  return encoder.encode(JSON.stringify(text));
}

/**
 * Prints the value at `token` anew. Strings with a lone surrogate are kept as they stand, since no writer could print
 * them.
 *
 * @param bytes the value's bytes
 * @param start offset on the tape of the first of these bytes
 */
export function printValue(bytes: Uint8Array, tape: Uint32Array, token: number, start: number): Uint8Array {
  const parts: string[] = [];
  print({ bytes, start }, tape, token, parts);
  return encoder.encode(parts.join(''));
}

interface Text {
  readonly bytes: Uint8Array;
  readonly start: number;
}

function slice(text: Text, tape: Uint32Array, token: number): Uint8Array {
  return text.bytes.subarray(startAt(tape, token) - text.start, endAt(tape, token) - text.start);
}

function print(line: Text, tape: Uint32Array, token: number, out: string[]): void {
  const kind = kindAt(tape, token);
  switch (kind) {
    case Kind.object:
      printObject(line, tape, token, out);
      return;
    case Kind.array: {
      const end = nextAfter(tape, token);
      out.push('[');
      for (let element = token + 1; element < end; element = nextAfter(tape, element)) {
        if (element > token + 1) out.push(',');
        print(line, tape, element, out);
      }
      out.push(']');
      return;
    }
    case Kind.string:
      out.push(printString(line, tape, token));
      return;
    case Kind.number: {
      const text = decoder.decode(slice(line, tape, token));
      out.push(hasFlag(tape, token, Flag.inexactNumber) ? printNumber(text) : text);
      return;
    }
    default:
      out.push(decoder.decode(slice(line, tape, token)));
  }
}

function printString(line: Text, tape: Uint32Array, token: number): string {
  const raw = slice(line, tape, token);
  if (!hasFlag(tape, token, Flag.loose) || hasFlag(tape, token, Flag.loneSurrogate)) {
    return `"${decoder.decode(raw)}"`;
  }
  return JSON.stringify(decodeString(raw));
}

/** A key given twice keeps its first place and its last value. */
function printObject(line: Text, tape: Uint32Array, token: number, out: string[]): void {
  const end = nextAfter(tape, token);
  const values = new Map<string, number>();
  for (let key = token + 1; key < end; key = nextAfter(tape, key + 1)) {
    values.set(printString(line, tape, key), key + 1);
  }
  out.push('{');
  let first = true;
  for (const [key, value] of values) {
    out.push(first ? key : `,${key}`, ':');
    first = false;
    print(line, tape, value, out);
  }
  out.push('}');
}

const plainDecimal = /^-?[1-9]\d{0,14}\.\d{1,16}$/;
const maxUnsigned = 18446744073709551615n;
const minSigned = -9223372036854775808n;

/** A number in the reference writer's form: integers of 64 bits as they stand, all else as the shortest double. */
export function printNumber(text: string): string {
  // Most are plain decimals that JavaScript prints the same way.
  if (plainDecimal.test(text) && String(Number(text)) === text) return text;
  if (/^-?\d+$/.test(text) && text !== '-0') {
    const value = BigInt(text);
    if (value >= minSigned && value <= maxUnsigned) return text;
  }
  const value = Number(text);
  // The reference reader takes no number beyond all doubles; what is read on all the same stays as it stands.
  if (!Number.isFinite(value)) return text;
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponentText) + 1;
  const sign = value < 0 ? '-' : '';
  if (point > 0 && point <= 16) {
    if (digits.length <= point) return `${sign}${digits.padEnd(point, '0')}.0`;
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  if (point > -5 && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits.charAt(0)}${rest}e${String(point - 1)}`;
}
