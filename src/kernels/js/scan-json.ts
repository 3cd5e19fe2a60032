/**
 * The reference scanner: one pass over a JSON value, checking it and leaving a tape.
 *
 * Long for a file here, and in one class, because the loop keeps its state in locals and a call per token would cost
 * more than the token.
 */

/* oxlint-disable max-lines -- one class for one loop: the first comment says why */

import { atomOf, maxAtomBytes } from '../../contract/atoms.js';
import type { JsonScanner } from '../../contract/kernels.js';
import {
  atomShift,
  Flag,
  Kind,
  kindMask,
  maxDepth,
  type ScanFault,
  tokenWords,
} from '../../contract/tape.js';
import { findAtom } from './atom-table.js';

/** What the scanner waits for. */
const Wait = {
  value: 0,
  valueOrClose: 1,
  keyOrClose: 2,
  key: 3,
  colon: 4,
  commaOrClose: 5,
  done: 6,
} as const;

/** Bytes that end a plain run inside a string: 1 quote, 2 backslash, 3 control. */
const stringClass = new Uint8Array(256);
stringClass.fill(3, 0, 0x20);
stringClass[0x22] = 1;
stringClass[0x5c] = 2;

/** Escapes of one letter that the reference writer uses. */
const shortEscape = new Uint8Array(256);
for (const letter of '"\\bfnrt') shortEscape[letter.charCodeAt(0)] = 1;

/** Integers of at most this many digits surely fit into 64 bits. */
const sureDigits = 18;

/** A string's first bytes, which are looked at word by word: most strings end there. */
const nearBytes = 64;

/** What is looked at together inside a long string. */
const blockWords = 8;
const blockBytes = blockWords * 4;

/** Longest spelling of an atom, each of its letters as an escape. */
const maxSpelledBytes = maxAtomBytes * 6;

const needMore = -2;

export class ScanJson implements JsonScanner {
  tape = new Uint32Array(tokenWords * 1024);
  tokenCount = 0;
  fault: ScanFault | undefined;
  faultOffset = 0;

  private wait: number = Wait.value;
  private depth = 0;
  private isInObject = false;
  private readonly openTokens = new Int32Array(maxDepth + 1);
  private readonly openMarks = new Int32Array((maxDepth + 1) * 3);
  // Counters of oddities so far; a container is odd when they moved between its ends.
  private looseCount = 0;
  private surrogateCount = 0;
  private numberCount = 0;
  // A string that goes on in the next step.
  private inString = false;
  private stringShrink = 0;
  private stringFlags = 0;
  // Its bytes so far, while it is short enough to be an atom.
  private readonly head = new Uint8Array(maxSpelledBytes);
  private headLength = 0;
  private stepFrom = 0;
  // The buffer behind the bytes of this step as 32-bit words, whole, and where the bytes begin in it.
  private words: Int32Array = new Int32Array(0);
  private base = 0;

  reset(): void {
    this.tokenCount = 0;
    this.fault = undefined;
    this.wait = Wait.value;
    this.depth = 0;
    this.looseCount = 0;
    this.surrogateCount = 0;
    this.numberCount = 0;
    this.inString = false;
  }

  step(bytes: Uint8Array, from: number, to: number, offset: number, final: boolean): number {
    const shift = offset - from; // line offset = position + shift
    this.stepFrom = from;
    this.base = bytes.byteOffset;
    if (this.words.buffer !== bytes.buffer) {
      this.words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2);
    }
    let position = from;
    if (this.inString) {
      const after = this.readString(bytes, position, to, shift);
      if (this.fault !== undefined) return -1;
      if (after < 0) return final ? this.fail('unexpected_end', to + shift) : -after - 3;
      position = after;
    }
    while (position < to) {
      const byte = bytes[position] as number;
      const wait = this.wait;
      if (byte === 0x22 && wait <= Wait.key) {
        const after = this.readWholeString(bytes, position, to, shift, final);
        if (after < 0) return after === -1 ? -1 : -after - 3;
        position = after;
        // A key in compact JSON is followed by its colon at once.
        if (this.wait === Wait.colon && bytes[position] === 0x3a && position < to) {
          this.wait = Wait.value;
          position += 1;
        }
        continue;
      }
      if (wait === Wait.commaOrClose) {
        position += 1;
        if (byte === 0x2c) {
          this.wait = this.isInObject ? Wait.key : Wait.value;
        } else if (byte === (this.isInObject ? 0x7d : 0x5d)) {
          this.close(position + shift);
        } else if (isSpace(byte)) {
          this.looseCount += 1;
        } else {
          return this.fail('unexpected_byte', position - 1 + shift);
        }
        continue;
      }
      if (byte <= 0x20) {
        if (!isSpace(byte)) return this.fail('unexpected_byte', position + shift);
        if (this.depth > 0) this.looseCount += 1;
        position += 1;
        continue;
      }
      if (wait === Wait.colon) {
        if (byte !== 0x3a) return this.fail('unexpected_byte', position + shift);
        this.wait = Wait.value;
        position += 1;
        continue;
      }
      if (wait === Wait.done) return this.fail('trailing_bytes', position + shift);
      if (byte === 0x7d && wait === Wait.keyOrClose) {
        position += 1;
        this.close(position + shift);
        continue;
      }
      if (wait === Wait.key || wait === Wait.keyOrClose) {
        return this.fail('unexpected_byte', position + shift);
      }
      if (byte === 0x7b || byte === 0x5b) {
        if (this.depth >= maxDepth) return this.fail('too_deep', position + shift);
        this.open(byte === 0x7b ? Kind.object : Kind.array, position + shift);
        position += 1;
        continue;
      }
      if (byte === 0x5d && wait === Wait.valueOrClose) {
        position += 1;
        this.close(position + shift);
        continue;
      }
      const after = this.readScalar(bytes, position, to, shift, final);
      if (after === needMore) return position;
      if (after < 0) return -1;
      position = after;
    }
    if (final && this.wait !== Wait.done) return this.fail('unexpected_end', to + shift);
    return position;
  }

  /**
   * Reads a string from its opening quote. Most hold no escape: those are done here.
   * @returns the position behind it, -1 on a fault, or -(position + 3) to go on from with more bytes
   */
  private readWholeString(
    bytes: Uint8Array,
    quote: number,
    to: number,
    shift: number,
    final: boolean,
  ): number {
    const isKey = this.wait >= Wait.keyOrClose;
    const start = quote + 1;
    const near = Math.min(to, start + nearBytes);
    const position = this.plainEnd(bytes, start, near);
    if (position < near && bytes[position] === 0x22) {
      const word =
        (isKey ? Kind.key : Kind.string) | (findAtom(bytes, start, position - start) << atomShift);
      this.push(word, start + shift, position + shift, position - start);
      if (isKey) this.wait = Wait.colon;
      else this.afterValue();
      return position + 1;
    }
    this.inString = true;
    this.stringShrink = 0;
    this.stringFlags = 0;
    this.headLength = 0;
    this.push(isKey ? Kind.key : Kind.string, start + shift, 0, 0);
    const after = this.readString(bytes, position, to, shift);
    if (this.fault !== undefined) return -1;
    if (after < 0 && final) return this.fail('unexpected_end', to + shift);
    return after;
  }

  private afterValue(): void {
    this.wait = this.depth === 0 ? Wait.done : Wait.commaOrClose;
  }

  private push(word: number, start: number, end: number, aux: number): void {
    let at = this.tokenCount * tokenWords;
    if (at + tokenWords > this.tape.length) {
      const grown = new Uint32Array(this.tape.length * 2);
      grown.set(this.tape);
      this.tape = grown;
    }
    const tape = this.tape;
    tape[at++] = word;
    tape[at++] = start;
    tape[at++] = end;
    tape[at] = aux;
    this.tokenCount += 1;
  }

  private open(kind: number, start: number): void {
    const depth = this.depth;
    this.openTokens[depth] = this.tokenCount;
    this.openMarks[depth * 3] = this.looseCount;
    this.openMarks[depth * 3 + 1] = this.surrogateCount;
    this.openMarks[depth * 3 + 2] = this.numberCount;
    this.depth = depth + 1;
    this.push(kind, start, 0, 0);
    this.isInObject = kind === Kind.object;
    this.wait = kind === Kind.object ? Wait.keyOrClose : Wait.valueOrClose;
  }

  private close(end: number): void {
    const depth = this.depth - 1;
    this.depth = depth;
    const at = (this.openTokens[depth] as number) * tokenWords;
    const tape = this.tape;
    let word = tape[at] as number;
    if (this.looseCount !== this.openMarks[depth * 3]) word |= Flag.loose;
    if (this.surrogateCount !== this.openMarks[depth * 3 + 1]) word |= Flag.loneSurrogate;
    if (this.numberCount !== this.openMarks[depth * 3 + 2]) word |= Flag.inexactNumber;
    tape[at] = word;
    tape[at + 2] = end;
    tape[at + 3] = this.tokenCount;
    if (depth > 0) {
      const outer = (this.openTokens[depth - 1] as number) * tokenWords;
      this.isInObject = ((tape[outer] as number) & kindMask) === Kind.object;
    }
    this.afterValue();
  }

  /**
   * The first byte from `from` on that is no plain part of a string (a quote, a backslash, a control), else `to`.
   *
   * Gain: four bytes at a time. Catch: words begin at multiples of four of the buffer, not of the view.
   */
  private plainEnd(bytes: Uint8Array, from: number, to: number): number {
    const { words, base } = this;
    let position = from;
    let word = (base + from) >> 2;
    const last = (base + to) >> 2;
    if (word < last) {
      // What lies before `from` is covered, not masked out: a mark there could make a false one behind it.
      const covered = (1 << (((base + from) & 3) << 3)) - 1;
      let hits = oddBytes((words[word] as number) | covered);
      for (;;) {
        if (hits !== 0) return (word << 2) + (lowestBit(hits) >> 3) - base;
        word += 1;
        if (word >= last) break;
        hits = oddBytes(words[word] as number);
      }
      position = (word << 2) - base;
    }
    while (position < to && stringClass[bytes[position] as number] === 0) position += 1;
    return position;
  }

  /**
   * Walks a string from `from` to its end, over plain bytes and escapes of the written form.
   *
   * Cost: a second view of the buffer, and bits to be put together. Gain: the odd bytes of 32 are found at once, and the
   * way to the next escape is a bit's place instead of a loop of a length nobody can predict; two to four times the
   * speed of byte by byte in long strings (bench/kernels/scan). Catch: it looks beyond `to`; what it finds there is left
   * alone.
   * @returns the first byte that needs a closer look, `to` or beyond when there is none
   */
  private writtenEnd(bytes: Uint8Array, from: number, to: number): number {
    const { words, base } = this;
    const lastBlock = Math.min(((base + to) >> 2) + 1, words.length) - blockWords;
    let shrink = 0;
    let position = from;
    let word = (base + from) >> 2;
    // Bits of the block that lie before `position`, where nothing is looked at any more.
    let keep = -1 << ((base + from) & 3);
    walk: while (word <= lastBlock) {
      const one = oddBytes(words[word] as number);
      const two = oddBytes(words[word + 1] as number);
      const three = oddBytes(words[word + 2] as number);
      const four = oddBytes(words[word + 3] as number);
      const five = oddBytes(words[word + 4] as number);
      const six = oddBytes(words[word + 5] as number);
      const seven = oddBytes(words[word + 6] as number);
      const eight = oddBytes(words[word + 7] as number);
      const start = (word << 2) - base;
      word += blockWords;
      position = start + blockBytes;
      if ((one | two | three | four | five | six | seven | eight) === 0) {
        keep = -1;
        continue;
      }
      let odd =
        (oddBits(one, two) |
          (oddBits(three, four) << 8) |
          (oddBits(five, six) << 16) |
          (oddBits(seven, eight) << 24)) &
        keep;
      keep = -1;
      while (odd !== 0) {
        const bit = lowestBit(odd);
        const at = start + bit;
        const byte = bytes[at] as number;
        if (byte === 0x5c && at + 1 < to && shortEscape[bytes[at + 1] as number] === 1) {
          shrink += 1;
          odd &= ~(3 << bit);
          if (bit === blockBytes - 1) {
            keep = -2;
            position += 1;
          }
        } else if (byte === 0x5c && isControlEscape(bytes, at, to)) {
          // What follows its backslash is plain to the rest of the loop.
          shrink += 5;
          odd &= odd - 1;
        } else if (stringClass[byte] === 0) {
          odd &= odd - 1;
        } else {
          position = at;
          break walk;
        }
      }
    }
    if (shrink > 0) {
      this.stringFlags |= Flag.escaped;
      this.stringShrink += shrink;
    }
    return position;
  }

  /** Returns the position behind the closing quote, or -(position + 3) when the bytes ran out there. */
  private readString(bytes: Uint8Array, from: number, to: number, shift: number): number {
    let position = from;
    for (;;) {
      position = this.plainEnd(bytes, this.writtenEnd(bytes, position, to), to);
      if (position >= to) return this.pause(bytes, to, shift);
      const kind = stringClass[bytes[position] as number];
      if (kind === 1) {
        this.endString(bytes, position, shift);
        return position + 1;
      }
      if (kind === 3) {
        this.fail('control_in_string', position + shift);
        return position;
      }
      if (position + 1 < to && shortEscape[bytes[position + 1] as number] === 1) {
        this.stringFlags |= Flag.escaped;
        this.stringShrink += 1;
        position += 2;
        continue;
      }
      const after = this.readEscape(bytes, position, to, shift);
      if (after === needMore) return this.pause(bytes, position, shift);
      if (after < 0) return position;
      position = after;
    }
  }

  private endString(bytes: Uint8Array, end: number, shift: number): void {
    this.inString = false;
    const at = (this.tokenCount - 1) * tokenWords;
    const tape = this.tape;
    const start = tape[at + 1] as number;
    const length = end + shift - start;
    let word = (tape[at] as number) | this.stringFlags;
    if ((this.stringFlags & Flag.loose) !== 0) this.looseCount += 1;
    if (length <= maxSpelledBytes) {
      const isWhole = start - shift >= this.stepFrom;
      if (!isWhole) this.keepHead(bytes, end, shift);
      word |=
        this.atomIn(isWhole ? bytes : this.head, isWhole ? start - shift : 0, length) << atomShift;
    }
    if ((this.stringFlags & Flag.loneSurrogate) !== 0) this.surrogateCount += 1;
    tape[at] = word;
    tape[at + 2] = end + shift;
    tape[at + 3] = length - this.stringShrink;
    if ((word & 0xff) === Kind.key) this.wait = Wait.colon;
    else this.afterValue();
  }

  /** Leaves a string to the next step, which begins at `position`. */
  private pause(bytes: Uint8Array, position: number, shift: number): number {
    this.keepHead(bytes, position, shift);
    return -(position + 3);
  }

  private keepHead(bytes: Uint8Array, to: number, shift: number): void {
    const start = (this.tape[(this.tokenCount - 1) * tokenWords + 1] as number) - shift;
    if (to - start > maxSpelledBytes) return;
    const from = start + this.headLength;
    this.head.set(bytes.subarray(from, to), this.headLength);
    this.headLength = to - start;
  }

  private atomIn(bytes: Uint8Array, from: number, length: number): number {
    if (this.stringFlags === 0) return findAtom(bytes, from, length);
    // A name may be spelled with escapes; it is decoded before it is matched.
    return (this.stringFlags & Flag.loose) === 0 ? 0 : looseAtom(bytes, from, from + length);
  }

  /** Reads an escape that is not a short one (a surrogate pair counts as one); returns the position behind it, `needMore`, or -1. */
  private readEscape(bytes: Uint8Array, position: number, to: number, shift: number): number {
    if (position + 1 >= to) return needMore;
    this.stringFlags |= Flag.escaped;
    switch (bytes[position + 1]) {
      case 0x2f:
        this.stringShrink += 1;
        this.stringFlags |= Flag.loose;
        return position + 2;
      case 0x75:
        break;
      default:
        return this.fail('bad_escape', position + shift);
    }
    if (position + 6 > to) return needMore;
    const unit = readHex(bytes, position + 2);
    if (unit < 0) return this.fail('bad_escape', position + shift);
    if (unit < 0x20) {
      // Canonical only for controls without a short form, in lower case.
      const short = unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13;
      const upper =
        (bytes[position + 5] as number) >= 0x41 && (bytes[position + 5] as number) <= 0x46;
      if (short || upper) this.stringFlags |= Flag.loose;
      this.stringShrink += 5;
      return position + 6;
    }
    this.stringFlags |= Flag.loose;
    if (unit < 0x80) this.stringShrink += 5;
    else if (unit < 0x800) this.stringShrink += 4;
    else if (unit < 0xd800 || unit > 0xdfff) this.stringShrink += 3;
    else return this.readSurrogate(bytes, position, to, unit);
    return position + 6;
  }

  private readSurrogate(bytes: Uint8Array, position: number, to: number, unit: number): number {
    if (unit < 0xdc00) {
      if (position + 12 > to) {
        // A second half may follow; only the line's end settles that it does not.
        if (position + 6 >= to || (bytes[position + 6] === 0x5c && position + 7 >= to)) {
          return needMore;
        }
        if (bytes[position + 6] === 0x5c && bytes[position + 7] === 0x75) return needMore;
      } else if (bytes[position + 6] === 0x5c && bytes[position + 7] === 0x75) {
        const low = readHex(bytes, position + 8);
        if (low >= 0xdc00 && low <= 0xdfff) {
          this.stringShrink += 8;
          return position + 12;
        }
      }
    }
    this.stringFlags |= Flag.loneSurrogate;
    this.stringShrink += 3;
    return position + 6;
  }

  private readScalar(
    bytes: Uint8Array,
    position: number,
    to: number,
    shift: number,
    final: boolean,
  ): number {
    let end = position;
    while (end < to && isScalarByte(bytes[end] as number)) end += 1;
    if (end === to && !final) return needMore;
    if (end === position) return this.fail('unexpected_byte', position + shift);
    const start = position + shift;
    const word = spelled(bytes, position, end);
    if (word !== 0) {
      this.push(word, start, end + shift, 0);
    } else {
      const form = numberForm(bytes, position, end);
      if (form < 0) return this.fail('bad_number', start);
      if (form > 0) this.numberCount += 1;
      this.push(form > 0 ? Kind.number | Flag.inexactNumber : Kind.number, start, end + shift, 0);
    }
    this.afterValue();
    return end;
  }

  private fail(fault: ScanFault, offset: number): number {
    this.fault = fault;
    this.faultOffset = offset;
    this.inString = false;
    return -1;
  }
}

/**
 * The high bit of each byte of a word that is a quote, a backslash or a control. The lowest one is a true one; those
 * above a true one may be false, since borrows reach upwards.
 */
function oddBytes(word: number): number {
  // A quote with its second bit flipped stands right above the controls: one comparison finds both.
  return (
    (((word ^ 0x02020202) - 0x21212121) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080
  );
}

/** The marks of two words as eight bits, in the order of their bytes. */
function oddBits(first: number, second: number): number {
  return Math.imul((first >>> 7) | (second >>> 3), 0x01020408) >>> 24;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Whether a control stands at `at` as the reference writer prints one that has no short escape. */
function isControlEscape(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 6 > to || bytes[at + 1] !== 0x75 || bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30) {
    return false;
  }
  const digit = bytes[at + 5] as number;
  const isHigh = bytes[at + 4] === 0x31;
  if (digit >= 0x30 && digit <= 0x39) return isHigh || (bytes[at + 4] === 0x30 && digit < 0x38);
  return isHigh && digit >= 0x61 && digit <= 0x66;
}

function looseAtom(bytes: Uint8Array, from: number, end: number): number {
  if ((bytes[from] as number) >= 0x80) return 0;
  const value: unknown = JSON.parse(`"${Buffer.from(bytes.subarray(from, end)).toString('utf8')}"`);
  return typeof value === 'string' ? atomOf(value) : 0;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function readHex(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let position = at; position < at + 4; position += 1) {
    const byte = bytes[position] as number;
    let digit: number;
    if (byte >= 0x30 && byte <= 0x39) digit = byte - 0x30;
    else if (byte >= 0x61 && byte <= 0x66) digit = byte - 0x57;
    else if (byte >= 0x41 && byte <= 0x46) digit = byte - 0x37;
    else return -1;
    value = value * 16 + digit;
  }
  return value;
}

function isScalarByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e
  );
}

function spelled(bytes: Uint8Array, from: number, end: number): number {
  const length = end - from;
  const first = bytes[from];
  if (length === 4 && first === 0x74) return equals(bytes, from, 'true') ? Kind.true : 0;
  if (length === 4 && first === 0x6e) return equals(bytes, from, 'null') ? Kind.null : 0;
  if (length === 5 && first === 0x66) return equals(bytes, from, 'false') ? Kind.false : 0;
  return 0;
}

function equals(bytes: Uint8Array, from: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[from + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** -1 not a JSON number, 0 one that prints as it stands, 1 any other: an exponent, minus zero, a huge integer. */
function numberForm(bytes: Uint8Array, from: number, end: number): number {
  let position = from;
  if (bytes[position] === 0x2d) position += 1;
  const digits = position;
  while (position < end && isDigit(bytes[position] as number)) position += 1;
  const count = position - digits;
  if (count === 0 || (count > 1 && bytes[digits] === 0x30)) return -1;
  const minusZero = digits > from && count === 1 && bytes[digits] === 0x30;
  if (position === end) return count > sureDigits || minusZero ? 1 : 0;
  if (bytes[position] === 0x2e) {
    position += 1;
    const fraction = position;
    while (position < end && isDigit(bytes[position] as number)) position += 1;
    if (position === fraction) return -1;
  }
  const hasExponent = position < end && (bytes[position] === 0x65 || bytes[position] === 0x45);
  if (hasExponent) {
    position += 1;
    if (bytes[position] === 0x2b || bytes[position] === 0x2d) position += 1;
    const exponent = position;
    while (position < end && isDigit(bytes[position] as number)) position += 1;
    if (position === exponent) return -1;
  }
  if (position !== end) return -1;
  return hasExponent ? 1 : 0;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
