/** Adds what is sent of an item's metadata, in the writer's order (measured on both releases). */

import { type AtomName, atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { Kind } from '../contract/tape.js';
import { findKey, kindAt, nextAfter, outerEnd, outerStart } from '../contract/tape-reader.js';
import { DecodeMode } from './decode-mode.js';
import { braceClose, type ItemBuilder } from './item-builder.js';
import { printProvenance } from './part-provenance.js';

const turnIdAtom = atom('turn_id');
const contentItemKindsAtom = atom('content_item_kinds');
const contentItemMetadataAtom = atom('content_item_metadata');
const createTimeAtom = atom('create_time');
const contentAtom = atom('content');
const roleAtom = atom('role');
const metadataAtom = atom('internal_chat_message_metadata_passthrough');

/** Adds what is sent of an item's metadata, in the writer's order (measured on both releases). */
export function addMetadata(b: ItemBuilder, object: number, name: AtomName, item: number): void {
  const { tape } = b;
  const turnId = findKey(tape, object, turnIdAtom);
  if (!b.settings.rules.labelsContentParts) {
    b.key(object, name);
    b.openBrace(object);
    addMetadataKey(b, turnId, 'turn_id', true);
    b.closeAt(outerEnd(tape, object), braceClose);
    return;
  }
  const kinds = findKey(tape, object, contentItemKindsAtom);
  const parts = findKey(tape, object, contentItemMetadataAtom);
  const created = findKey(tape, object, createTimeAtom);
  const content = findKey(tape, item, contentAtom);
  const isMessage = content >= 0 && findKey(tape, item, roleAtom) >= 0;
  const isAbsent = (value: number): boolean => value < 0 || kindAt(tape, value) === Kind.null;
  if (!isMessage && isAbsent(turnId) && isAbsent(created) && isAbsent(kinds) && isAbsent(parts)) {
    return;
  }
  if (parts >= 0) b.flags |= ItemFlag.partMetadata;
  b.key(object, name);
  b.openBrace(object);
  let isFirst = addMetadataKey(b, turnId, 'turn_id', true);
  isFirst = addMetadataKey(b, created, 'create_time', isFirst);
  isFirst = addKinds(b, item, kinds, isFirst);
  if ((b.mode & DecodeMode.noPartMetadata) === 0 && parts >= 0) {
    addProvenance(b, parts, isMessage ? countElements(tape, content) : -1, isFirst);
  }
  b.closeAt(outerEnd(tape, object), braceClose);
}

/** Adds a key unless it is absent or null; returns whether the next one is still the first. */
function addMetadataKey(b: ItemBuilder, value: number, name: AtomName, isFirst: boolean): boolean {
  if (value < 0 || kindAt(b.tape, value) === Kind.null) return isFirst;
  b.keyed(value, name, !isFirst);
  return false;
}

/** A message has exactly one label a content part; other items keep what they have. */
function addKinds(b: ItemBuilder, item: number, kinds: number, isFirst: boolean): boolean {
  const { tape } = b;
  const content = findKey(tape, item, contentAtom);
  if (content < 0 || findKey(tape, item, roleAtom) < 0) {
    return addMetadataKey(b, kinds, 'content_item_kinds', isFirst);
  }
  const isSame =
    kinds >= 0 &&
    kindAt(tape, kinds) === Kind.array &&
    b.partKinds.size === 0 &&
    areTexts(tape, kinds);
  if (isSame && countElements(tape, kinds) === countElements(tape, content)) {
    return addMetadataKey(b, kinds, 'content_item_kinds', isFirst);
  }
  b.text(`${isFirst ? '' : ','}"content_item_kinds":${JSON.stringify(kindsOf(b, item, kinds))}`);
  return false;
}

/** @param count content parts, or -1 for items without */
function addProvenance(b: ItemBuilder, parts: number, count: number, isFirst: boolean): void {
  const bytes = b.view(outerStart(b.tape, parts), outerEnd(b.tape, parts));
  const recorded = Buffer.from(bytes).toString('utf8');
  const replaced = (position: number): boolean =>
    b.partKinds.get(position) === 'images.preparation_error';
  const sent = printProvenance(JSON.parse(recorded), count < 0 ? undefined : { count, replaced });
  if (sent === undefined) return;
  if (sent === recorded) addMetadataKey(b, parts, 'content_item_metadata', isFirst);
  else b.text(`${isFirst ? '' : ','}"content_item_metadata":${sent}`);
}

export function kindsOf(b: ItemBuilder, item: number, kinds: number): string[] {
  const { tape } = b;
  const known: string[] = [];
  if (kinds >= 0 && kindAt(tape, kinds) === Kind.array) {
    const end = nextAfter(tape, kinds);
    for (let kind = kinds + 1; kind < end; kind = nextAfter(tape, kind)) {
      if (kindAt(tape, kind) === Kind.string) known.push(b.stringAt(kind));
    }
    // One label that is no text spoils all.
    if (!areTexts(tape, kinds)) known.length = 0;
  }
  const count = countElements(tape, findKey(tape, item, contentAtom));
  return Array.from(
    { length: count },
    (_, position) => b.partKinds.get(position) ?? known[position] ?? 'unknown',
  );
}

export function hasMetadata(b: ItemBuilder, object: number): boolean {
  const metadata = findKey(b.tape, object, metadataAtom);
  return metadata >= 0 && kindAt(b.tape, metadata) === Kind.object;
}

/** Refuses metadata the reference reader would not take, whether it is sent or not. */
export function checkMetadata(b: ItemBuilder, object: number): void {
  expectOrNull(b, findKey(b.tape, object, turnIdAtom), Kind.string);
  if (!b.settings.rules.labelsContentParts) return;
  expectOrNull(b, findKey(b.tape, object, createTimeAtom), Kind.number);
}

function expectOrNull(b: ItemBuilder, value: number, kind: number): void {
  if (value >= 0 && kindAt(b.tape, value) !== Kind.null) b.expect(value, kind);
}

/** Whether every label of a list is a text. */
function areTexts(tape: Uint32Array, list: number): boolean {
  const end = nextAfter(tape, list);
  for (let element = list + 1; element < end; element = nextAfter(tape, element)) {
    if (kindAt(tape, element) !== Kind.string) return false;
  }
  return true;
}

function countElements(tape: Uint32Array, array: number): number {
  const end = nextAfter(tape, array);
  let count = 0;
  for (let element = array + 1; element < end; element = nextAfter(tape, element)) count += 1;
  return count;
}
