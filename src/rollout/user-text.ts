/** What a person wrote in a user message, read from the tape: images beside the texts are not looked at. */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { Kind } from '../contract/tape.js';
import { atomAt, endAt, findKey, kindAt, nextAfter, startAt } from '../contract/tape-reader.js';
import { decodeString } from './print-json.js';
import { viewWhole } from './scan-line.js';

const typeAtom = atom('type');
const textAtom = atom('text');
const contentAtom = atom('content');
const inputTextAtom = atom('input_text');
const inputImageAtom = atom('input_image');

/** A message on a scanned line. */
export interface TapePlace {
  readonly bytes: RolloutBytes;
  readonly tape: Uint32Array;
  /** Bytes of the rollout before the line. */
  readonly lineStart: number;
}

/**
 * The texts of a user message, without the tags that wrap its images (spec 3 §5.2).
 * @param item the message's token
 */
export function userTextOf(place: TapePlace, item: number): string {
  const { tape } = place;
  const content = findKey(tape, item, contentAtom);
  if (content < 0 || kindAt(tape, content) !== Kind.array) return '';
  const end = nextAfter(tape, content);
  let joined = '';
  let before = 0;
  for (let part = content + 1; part < end;) {
    const next = nextAfter(tape, part);
    const type = typeOf(tape, part);
    const text = type === inputTextAtom ? textOf(place, part) : undefined;
    const after = next < end ? typeOf(tape, next) : 0;
    if (text !== undefined && !wrapsImage(text, { before, after })) joined += text;
    before = type;
    part = next;
  }
  return joined;
}

function wrapsImage(text: string, { before, after }: { before: number; after: number }): boolean {
  if (after === inputImageAtom && /^<image(?: name=[^>]*)?>$/.test(text)) return true;
  return before === inputImageAtom && text === '</image>';
}

function typeOf(tape: Uint32Array, part: number): number {
  if (kindAt(tape, part) !== Kind.object) return 0;
  const type = findKey(tape, part, typeAtom);
  return type < 0 ? 0 : atomAt(tape, type);
}

function textOf({ bytes, tape, lineStart }: TapePlace, part: number): string | undefined {
  const text = findKey(tape, part, textAtom);
  if (text < 0 || kindAt(tape, text) !== Kind.string) return undefined;
  const start = lineStart + startAt(tape, text);
  return decodeString(viewWhole(bytes, start, lineStart + endAt(tape, text)));
}
