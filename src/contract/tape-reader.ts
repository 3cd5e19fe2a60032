/** Reads values off a tape: the small vocabulary that decoders share. */

import { Flag, Kind, atomShift, kindMask, tokenWords } from './tape.js';

export function kindAt(tape: Uint32Array, token: number): number {
  return (tape[token * tokenWords] as number) & kindMask;
}

export function atomAt(tape: Uint32Array, token: number): number {
  return (tape[token * tokenWords] as number) >>> atomShift;
}

export function hasFlag(tape: Uint32Array, token: number, flag: number): boolean {
  return ((tape[token * tokenWords] as number) & flag) !== 0;
}

/** A string's first byte after its quote, any other value's first byte; bytes from the line's start. */
export function startAt(tape: Uint32Array, token: number): number {
  return tape[token * tokenWords + 1] as number;
}

/** A string's closing quote, any other value's end. */
export function endAt(tape: Uint32Array, token: number): number {
  return tape[token * tokenWords + 2] as number;
}

/** A string's length in bytes once unescaped. */
export function decodedLengthAt(tape: Uint32Array, token: number): number {
  return tape[token * tokenWords + 3] as number;
}

/** The token after a value and all it holds. */
export function nextAfter(tape: Uint32Array, token: number): number {
  const kind = kindAt(tape, token);
  if (kind === Kind.object || kind === Kind.array) return tape[token * tokenWords + 3] as number;
  return token + 1;
}

/** Where a value begins, quotes included. */
export function outerStart(tape: Uint32Array, token: number): number {
  const start = startAt(tape, token);
  return isText(kindAt(tape, token)) ? start - 1 : start;
}

/** Where a value ends, quotes included. */
export function outerEnd(tape: Uint32Array, token: number): number {
  const end = endAt(tape, token);
  return isText(kindAt(tape, token)) ? end + 1 : end;
}

function isText(kind: number): boolean {
  return kind === Kind.string || kind === Kind.key;
}

/** The value token of a key of an object (the last one, as the reference reader takes it), or -1. */
export function findKey(tape: Uint32Array, object: number, keyAtom: number): number {
  const end = nextAfter(tape, object);
  let found = -1;
  let token = object + 1;
  while (token < end) {
    if (atomAt(tape, token) === keyAtom) found = token + 1;
    token = nextAfter(tape, token + 1);
  }
  return found;
}

/** Whether a value is printed by the reference writer just as it stands. */
export function isCanonical(tape: Uint32Array, token: number): boolean {
  return ((tape[token * tokenWords] as number) & (Flag.loose | Flag.inexactNumber)) === 0;
}

/** Whether a value is an object, null, or absent (-1). */
export function isObjectOrNull(tape: Uint32Array, value: number): boolean {
  if (value < 0) return true;
  const kind = kindAt(tape, value);
  return kind === Kind.object || kind === Kind.null;
}
