/** Adds content parts: of messages, agent messages, summaries and reasoning. */

import { type AtomName, atom } from '../contract/atoms.js';
import { Kind } from '../contract/tape.js';
import {
  findKey,
  kindAt,
  nextAfter,
  outerEnd,
  outerStart,
  startAt,
} from '../contract/tape-reader.js';
import { addAudio, addImage } from './add-media.js';
import { braceClose, bracketClose, type ItemBuilder } from './item-builder.js';
import { refused } from './refused.js';

const reasoningTextAtom = atom('reasoning_text');
const textAtom = atom('text');
const inputTextAtom = atom('input_text');
const outputTextAtom = atom('output_text');
const inputImageAtom = atom('input_image');
const inputAudioAtom = atom('input_audio');
const encryptedContentAtom = atom('encrypted_content');
const summaryTextAtom = atom('summary_text');

export function addReasoningContent(b: ItemBuilder, value: number, name: AtomName): void {
  const { tape } = b;
  if (kindAt(tape, value) === Kind.null) {
    b.keyed(value, name, true);
    return;
  }
  b.expect(value, Kind.array);
  let hasText = false;
  const end = nextAfter(tape, value);
  for (let part = value + 1; part < end; part = nextAfter(tape, part)) {
    b.expect(part, Kind.object);
    if (b.partType(part) === reasoningTextAtom) hasText = true;
    else if (b.partType(part) !== textAtom) throw refused;
  }
  if (!hasText) return;
  b.key(value, name);
  addParts(b, value, 'reasoning-content');
}

export function addParts(
  b: ItemBuilder,
  array: number,
  rule: 'message-content' | 'agent-content' | 'summary' | 'reasoning-content',
): void {
  const { tape } = b;
  const end = nextAfter(tape, array);
  b.range(startAt(tape, array), startAt(tape, array) + 1);
  let first = true;
  b.partPosition = 0;
  for (let part = array + 1; part < end; part = nextAfter(tape, part)) {
    b.expect(part, Kind.object);
    if (!first) b.separate(outerStart(tape, part));
    first = false;
    addPart(b, part, rule);
    b.partPosition += 1;
  }
  b.closeAt(outerEnd(tape, array), bracketClose);
}

export function addPart(b: ItemBuilder, part: number, rule: string): void {
  const type = b.partType(part);
  switch (type) {
    case inputTextAtom:
      if (rule === 'summary' || rule === 'reasoning-content') throw refused;
      addFlatPart(b, part, ['text']);
      return;
    case outputTextAtom:
      if (rule !== 'message-content') throw refused;
      addOutputText(b, part);
      return;
    case inputImageAtom:
      if (rule !== 'message-content' && rule !== 'output') throw refused;
      addImage(b, part);
      return;
    case inputAudioAtom:
      if (rule !== 'message-content' && rule !== 'output') throw refused;
      addAudio(b, part);
      return;
    case encryptedContentAtom:
      if (rule !== 'agent-content' && rule !== 'output') throw refused;
      addFlatPart(b, part, ['encrypted_content']);
      return;
    case summaryTextAtom:
      if (rule !== 'summary') throw refused;
      addFlatPart(b, part, ['text']);
      return;
    case reasoningTextAtom:
    case textAtom:
      if (rule !== 'reasoning-content') throw refused;
      addFlatPart(b, part, ['text']);
      return;
    default:
      throw refused;
  }
}

/** A part of its type and some required strings. */
function addFlatPart(b: ItemBuilder, part: number, names: readonly AtomName[]): void {
  const { tape } = b;
  b.openObject(part);
  for (const name of names) {
    const value = findKey(tape, part, atom(name));
    b.expect(value, Kind.string);
    b.keyed(value, name, true);
  }
  b.closeAt(outerEnd(tape, part), braceClose);
}

function addOutputText(b: ItemBuilder, part: number): void {
  const { tape } = b;
  if (!b.settings.rules.keepsMessageExtras) {
    addFlatPart(b, part, ['text']);
    return;
  }
  b.openObject(part);
  const text = findKey(tape, part, textAtom);
  b.expect(text, Kind.string);
  b.keyed(text, 'text', true);
  for (const name of ['annotations', 'logprobs'] as const) {
    const value = findKey(tape, part, atom(name));
    if (value < 0 || kindAt(tape, value) === Kind.null) continue;
    b.expect(value, Kind.array);
    b.keyed(value, name, true);
  }
  b.closeAt(outerEnd(tape, part), braceClose);
}
