/** Adds the output of a tool, cut as history cuts it when it is recorded (spec 3 §3.3). */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { Kind } from '../contract/tape.js';
import {
  decodedLengthAt,
  findKey,
  kindAt,
  nextAfter,
  outerEnd,
  outerStart,
  startAt,
} from '../contract/tape-reader.js';
import { addPart } from './add-content.js';
import { cutString } from './cut-string.js';
import { DecodeMode } from './decode-mode.js';
import { braceClose, bracketClose, comma, type ItemBuilder } from './item-builder.js';
import { refused } from './refused.js';
import { budgetBytes, outputBudget } from './truncate-text.js';

const contentAtom = atom('content');
const inputTextAtom = atom('input_text');
const textAtom = atom('text');

export function addOutput(b: ItemBuilder, value: number): void {
  const kind = kindAt(b.tape, value);
  if (kind === Kind.string) addOutputString(b, value);
  else if (kind === Kind.array) addOutputArray(b, value);
  else if (kind === Kind.object && b.settings.acceptsOldForms) addOldOutput(b, value);
  else throw refused;
}

/** The output object of 2025: its content is the output. */
function addOldOutput(b: ItemBuilder, object: number): void {
  const content = findKey(b.tape, object, contentAtom);
  if (content < 0 || kindAt(b.tape, content) !== Kind.string) throw refused;
  addOutputString(b, content);
}

function cutBudget(b: ItemBuilder): number | undefined {
  if (b.policy === undefined || (b.mode & DecodeMode.base) !== 0) return undefined;
  return outputBudget(b.policy);
}

function addOutputString(b: ItemBuilder, value: number): void {
  const { tape, policy } = b;
  const length = decodedLengthAt(tape, value);
  if (length > 0) b.flags |= ItemFlag.truncatable;
  const budget = cutBudget(b);
  if (policy === undefined || budget === undefined || length <= budgetBytes(budget, policy.mode)) {
    b.value(value);
    return;
  }
  b.literalPiece(cutString(b, value, length, budget, policy));
}

function addOutputArray(b: ItemBuilder, array: number): void {
  const { tape, policy } = b;
  const end = nextAfter(tape, array);
  const budget = cutBudget(b);
  let remaining = budget ?? Number.POSITIVE_INFINITY;
  let omitted = 0;
  let first = true;
  b.range(startAt(tape, array), startAt(tape, array) + 1);
  for (let part = array + 1; part < end; part = nextAfter(tape, part)) {
    b.expect(part, Kind.object);
    const type = b.partType(part);
    let cut: Uint8Array | undefined;
    if (type === inputTextAtom && policy !== undefined && budget !== undefined) {
      const text = findKey(tape, part, textAtom);
      b.expect(text, Kind.string);
      const length = decodedLengthAt(tape, text);
      b.flags |= ItemFlag.truncatable;
      if (length === 0 && b.settings.rules.dropsEmptyOutputTexts) continue;
      if (remaining <= 0) {
        omitted += 1;
        continue;
      }
      const cost = policy.mode === 'tokens' ? Math.ceil(length / 4) : length;
      if (cost > remaining) {
        cut = cutString(b, text, length, remaining, policy);
        remaining = 0;
      } else {
        remaining -= cost;
      }
    }
    if (!first) b.separate(outerStart(tape, part));
    first = false;
    if (cut === undefined) {
      addPart(b, part, 'output');
    } else {
      b.text('{"type":"input_text","text":');
      b.literalPiece(cut);
      b.literalPiece(braceClose);
    }
  }
  if (omitted > 0) {
    if (!first) b.literalPiece(comma);
    b.text(`{"type":"input_text","text":"[omitted ${String(omitted)} text items ...]"}`);
  }
  b.closeAt(outerEnd(tape, array), bracketClose);
}
