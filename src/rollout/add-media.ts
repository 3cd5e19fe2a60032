/** Adds images and recordings of content, or the text that stands in for one. */

import { type AtomName, atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { Kind } from '../contract/tape.js';
import { atomAt, endAt, findKey, kindAt, outerEnd, startAt } from '../contract/tape-reader.js';
import type { PackTexts } from '../contract/texts.js';
import { DecodeMode } from './decode-mode.js';
import { braceClose, type ItemBuilder } from './item-builder.js';
import { type MediaUrl, type PreparedMedia, prepareAudio, prepareImage } from './prepare-media.js';
import { refused } from './refused.js';

const imageUrlAtom = atom('image_url');
const detailKeyAtom = atom('detail');
const autoAtom = atom('auto');
const lowAtom = atom('low');
const highAtom = atom('high');
const originalAtom = atom('original');
const audioUrlAtom = atom('audio_url');
const fileIdAtom = atom('file_id');

export function addImage(b: ItemBuilder, part: number): void {
  const { tape } = b;
  const url = findKey(tape, part, imageUrlAtom);
  if (isAbsent(b, url)) {
    addFileReference(b, part);
    return;
  }
  b.expect(url, Kind.string);
  const detail = findKey(tape, part, detailKeyAtom);
  let detailAtom = 0;
  if (detail >= 0 && kindAt(tape, detail) !== Kind.null) {
    b.expect(detail, Kind.string);
    detailAtom = atomAt(tape, detail);
    if (![autoAtom, lowAtom, highAtom, originalAtom].includes(detailAtom)) throw refused;
  }
  b.flags |= ItemFlag.image;
  const prepared = prepareImage(mediaUrl(b, url), detailAtom === lowAtom);
  if (prepared.kind === 'replace') {
    addPlaceholderText(b, prepared.text);
    b.partKinds.set(b.partPosition, 'images.preparation_error');
    return;
  }
  if ((b.mode & DecodeMode.noImages) !== 0) {
    addPlaceholderText(b, 'media.no-image-input');
    b.partKinds.set(b.partPosition, 'images.unsupported');
    return;
  }
  b.openObject(part);
  addUrl(b, url, 'image_url', prepared);
  if (detailAtom !== 0 && (b.mode & DecodeMode.noDetail) === 0) b.keyed(detail, 'detail', true);
  b.closeAt(outerEnd(tape, part), braceClose);
}

function isAbsent(b: ItemBuilder, value: number): boolean {
  return value < 0 || kindAt(b.tape, value) === Kind.null;
}

/** Media that is named by a file's id, which newer releases take; nothing of it is looked at. */
function addFileReference(b: ItemBuilder, part: number): void {
  const { tape } = b;
  const id = findKey(tape, part, fileIdAtom);
  if (!b.settings.rules.keepsMessageExtras) throw refused;
  b.expect(id, Kind.string);
  b.openObject(part);
  b.keyed(id, 'file_id', true);
  const detail = findKey(tape, part, detailKeyAtom);
  if (!isAbsent(b, detail) && (b.mode & DecodeMode.noDetail) === 0) b.keyed(detail, 'detail', true);
  b.closeAt(outerEnd(tape, part), braceClose);
}

function mediaUrl(b: ItemBuilder, url: number): MediaUrl {
  const { tape, base, bytes } = b;
  return { bytes, start: base + startAt(tape, url), end: base + endAt(tape, url) };
}

function addUrl(b: ItemBuilder, url: number, name: AtomName, prepared: PreparedMedia): void {
  if (prepared.kind !== 'retype') {
    b.keyed(url, name, true);
    return;
  }
  b.key(url, name);
  b.text(`"data:${prepared.mime};base64,`);
  b.range(startAt(b.tape, url) + prepared.payloadAt, outerEnd(b.tape, url));
}

export function addAudio(b: ItemBuilder, part: number): void {
  const { tape } = b;
  const url = findKey(tape, part, audioUrlAtom);
  if (isAbsent(b, url)) {
    addFileReference(b, part);
    return;
  }
  b.expect(url, Kind.string);
  b.flags |= ItemFlag.audio;
  const prepared = prepareAudio(mediaUrl(b, url));
  if (prepared.kind === 'replace') {
    addPlaceholderText(b, prepared.text);
    return;
  }
  if ((b.mode & DecodeMode.noAudio) !== 0) {
    addPlaceholderText(b, 'media.no-audio-input');
    b.partKinds.set(b.partPosition, 'audio.unsupported');
    return;
  }
  b.openObject(part);
  addUrl(b, url, 'audio_url', prepared);
  b.closeAt(outerEnd(tape, part), braceClose);
}

function addPlaceholderText(b: ItemBuilder, id: keyof PackTexts): void {
  b.flags |= ItemFlag.packText;
  b.text(`{"type":"input_text","text":${JSON.stringify(b.settings.texts[id])}}`);
}
