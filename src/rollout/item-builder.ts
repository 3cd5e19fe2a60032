/** The item being built: pieces in the order they are sent, each the recorded bytes where those are what is sent. */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import type { ItemTable } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import { Flag, Kind } from '../contract/tape.js';
import {
  atomAt,
  endAt,
  findKey,
  hasFlag,
  isCanonical,
  kindAt,
  nextAfter,
  outerEnd,
  outerStart,
  startAt,
} from '../contract/tape-reader.js';
import type { PackTexts } from '../contract/texts.js';
import { decodeString, hasDoubledKey, printNumber, printValue } from './print-json.js';
import { refused } from './refused.js';
import { viewWhole } from './scan-line.js';
import type { TruncationPolicy } from './truncate-text.js';

/** What holds for all items of a session. */
export interface DecodeSettings {
  readonly rules: RulesProfile;
  readonly texts: PackTexts;
  readonly sendsIds: boolean;
  readonly sendsMetadata: boolean;
  /** Whether strings with a lone surrogate escape are taken (lenient loader). */
  readonly acceptsLoneSurrogates: boolean;
  /** Whether lines of 2025 are taken that the reference reader drops (lenient loader). */
  readonly acceptsOldForms: boolean;
}

/** Where the item stands. */
export interface ItemPlace {
  readonly bytes: RolloutBytes;
  readonly tape: Uint32Array;
  readonly line: number;
  /** Byte of the rollout at which the line starts; tape offsets count from it. */
  readonly lineStart: number;
}

const typeAtom = atom('type');
const colon = literal(':');
export const comma = literal(',');
export const braceClose = literal('}');
export const bracketClose = literal(']');
const nullValue = literal('null');
const keyLiterals = new Map<string, Uint8Array>();

function literal(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function keyLiteral(name: string): Uint8Array {
  const known = keyLiterals.get(name);
  if (known !== undefined) return known;
  const made = literal(`"${name}"`);
  keyLiterals.set(name, made);
  return made;
}

export class ItemBuilder {
  readonly settings: DecodeSettings;
  readonly table: ItemTable;
  bytes: RolloutBytes;
  tape: Uint32Array = new Uint32Array(0);
  /** Byte of the rollout at which the line starts. */
  base = 0;
  /** Bits of `DecodeMode`. */
  mode = 0;
  policy: TruncationPolicy | undefined;
  /** Bits of `ItemFlag`. */
  flags = 0;
  callId: string | undefined;
  itemId: string | undefined;
  /** Labels of content parts that a text stands in for, by position. */
  readonly partKinds = new Map<number, string>();
  partPosition = 0;
  /** End of the last range added, relative to the line; -1 when the last piece was a literal. */
  private lastEnd = -1;

  constructor(table: ItemTable, settings: DecodeSettings, bytes: RolloutBytes) {
    this.table = table;
    this.settings = settings;
    this.bytes = bytes;
  }

  begin(place: ItemPlace, mode: number, policy: TruncationPolicy | undefined): void {
    this.bytes = place.bytes;
    this.tape = place.tape;
    this.base = place.lineStart;
    this.mode = mode;
    this.policy = policy;
    this.flags = 0;
    this.lastEnd = -1;
    this.callId = undefined;
    this.itemId = undefined;
    if (this.partKinds.size > 0) this.partKinds.clear();
  }

  /** Whether messages are sent with a label for each content part. */
  get labelsParts(): boolean {
    return this.settings.sendsMetadata && this.settings.rules.labelsContentParts;
  }

  expect(token: number, kind: number): void {
    if (token < 0 || kindAt(this.tape, token) !== kind) throw refused;
  }

  view(start: number, end: number): Uint8Array {
    return viewWhole(this.bytes, this.base + start, this.base + end);
  }

  stringAt(token: number): string {
    return decodeString(this.view(startAt(this.tape, token), endAt(this.tape, token)));
  }

  /** A number as it was written. */
  numberAt(token: number): string {
    return decodeString(this.view(startAt(this.tape, token), endAt(this.tape, token)));
  }

  range(start: number, end: number): void {
    this.table.pieces.addRange(this.base + start, this.base + end, this.table.openPiece);
    this.lastEnd = end;
  }

  literalPiece(bytes: Uint8Array): void {
    this.table.pieces.addLiteral(bytes);
    this.lastEnd = -1;
  }

  text(text: string): void {
    this.literalPiece(literal(text));
  }

  /** Adds the comma before something that starts at `start`: the recorded one when it stands right there. */
  separate(start: number): void {
    if (this.lastEnd >= 0 && this.lastEnd + 1 === start) this.range(this.lastEnd, start);
    else this.literalPiece(comma);
  }

  /** Adds a key and its colon, with a comma in front unless it opens the object. */
  key(value: number, name: string, separated = true): void {
    const { tape } = this;
    const keyStart = startAt(tape, value - 1) - 1;
    const keyEnd = endAt(tape, value - 1) + 1;
    if (separated) this.separate(keyStart);
    if (outerStart(tape, value) === keyEnd + 1 && !hasFlag(tape, value - 1, Flag.loose)) {
      this.range(keyStart, keyEnd + 1);
    } else {
      this.literalPiece(keyLiteral(name));
      this.literalPiece(colon);
    }
  }

  keyed(value: number, name: string, separated: boolean): void {
    this.key(value, name, separated);
    this.value(value);
  }

  /** Adds a key whose value is null. */
  nullKey(name: string): void {
    this.literalPiece(comma);
    this.literalPiece(keyLiteral(name));
    this.literalPiece(colon);
    this.literalPiece(nullValue);
  }

  /** Adds JSON of any shape, in which a key given twice keeps its first place and its last value. */
  freeValue(token: number): void {
    const start = outerStart(this.tape, token);
    const bytes = this.view(start, outerEnd(this.tape, token));
    if (hasDoubledKey(bytes, this.tape, token, start)) {
      this.literalPiece(printValue(bytes, this.tape, token, start));
    } else this.value(token);
  }

  /** Adds a value: as it stands when the reference writer would print it so, else printed anew. */
  value(token: number): void {
    const { tape } = this;
    const start = outerStart(tape, token);
    const end = outerEnd(tape, token);
    if (isCanonical(tape, token) || hasFlag(tape, token, Flag.loneSurrogate)) {
      this.range(start, end);
      return;
    }
    if (!hasFlag(tape, token, Flag.loose) && this.hasCanonicalNumbers(token)) {
      this.range(start, end);
      return;
    }
    const line = this.view(start, end);
    const printed = printValue(line, tape, token, start);
    if (Buffer.compare(printed, line) === 0) this.range(start, end);
    else this.literalPiece(printed);
  }

  /** Whether every number of a value stands in the writer's form; times with fractions are in each item's metadata. */
  hasCanonicalNumbers(token: number): boolean {
    const { tape } = this;
    const end = nextAfter(tape, token);
    for (let inner = token; inner < end; inner += 1) {
      if (kindAt(tape, inner) !== Kind.number || !hasFlag(tape, inner, Flag.inexactNumber)) {
        continue;
      }
      const text = decodeString(this.view(startAt(tape, inner), endAt(tape, inner)));
      if (printNumber(text) !== text) return false;
    }
    return true;
  }

  closeAt(end: number, close: Uint8Array): void {
    if (this.lastEnd === end - 1) this.range(end - 1, end);
    else this.literalPiece(close);
  }

  partType(part: number): number {
    const type = findKey(this.tape, part, typeAtom);
    if (type < 0 || kindAt(this.tape, type) !== Kind.string) throw refused;
    return atomAt(this.tape, type);
  }

  openObject(object: number): void {
    const { tape } = this;
    this.range(startAt(tape, object), startAt(tape, object) + 1);
    this.keyed(findKey(tape, object, typeAtom), 'type', false);
  }

  openBrace(object: number): void {
    this.range(startAt(this.tape, object), startAt(this.tape, object) + 1);
  }
}
