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
export function printValue(
  bytes: Uint8Array,
  tape: Uint32Array,
  token: number,
  start: number,
): Uint8Array {
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

/** Whether some object of a value has a key twice; bytes and offsets as for `printValue`. */
export function hasDoubledKey(
  bytes: Uint8Array,
  tape: Uint32Array,
  token: number,
  start: number,
): boolean {
  const text: Text = { bytes, start };
  const end = nextAfter(tape, token);
  for (let object = token; object < end; object += 1) {
    if (kindAt(tape, object) !== Kind.object) continue;
    const keys = new Set<string>();
    let count = 0;
    for (let key = object + 1; key < nextAfter(tape, object); key = nextAfter(tape, key + 1)) {
      keys.add(printString(text, tape, key));
      count += 1;
    }
    if (keys.size !== count) return true;
  }
  return false;
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

/**
 * A number in the reference writer's form: the digits stay as they were written, an exponent gets `e` and a sign
 * (measured on both releases).
 */
export function printNumber(text: string): string {
  if (text === '-0') return '0';
  const match = /^([^eE]*)[eE]([+-]?)(.*)$/.exec(text);
  if (match === null) return text;
  const [, mantissa = '', sign = '', digits = ''] = match;
  return `${mantissa}e${sign === '' ? '+' : sign}${digits}`;
}

const maxUnsigned = 18446744073709551615n;
const minSigned = -9223372036854775808n;

/** Whether a number is an integer that 64 bits can't hold: the reference reader drops the line it stands on. */
export function isHugeInteger(text: string): boolean {
  if (!/^-?\d{19,}$/.test(text)) return false;
  const value = BigInt(text);
  return value < minSigned || value > maxUnsigned;
}
