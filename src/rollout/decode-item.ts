/**
 * Decodes one item off a tape: checks it as strictly as the reference reader and adds it to the item table as pieces.
 *
 * A recorded item in canonical form becomes one range of the rollout (two when an id or metadata is left out). Longer
 * than a file should be, because all value rules share the state of the item being built.
 */

import { type AtomName, atom, atomName } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import { Flag, Kind } from '../contract/tape.js';
import {
  atomAt,
  decodedLengthAt,
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
import { classifyMessage } from './classify-message.js';
import { viewWhole } from './scan-line.js';
import { type FieldShape, itemShapes, type ItemShape } from './item-shapes.js';
import { type MediaUrl, type PreparedMedia, prepareAudio, prepareImage } from './prepare-media.js';
import { decodeString, encodeString, printNumber, printValue } from './print-json.js';
import {
  budgetBytes,
  marker,
  outputBudget,
  truncateMiddle,
  type TruncationPolicy,
} from './truncate-text.js';

/** How an item is wanted. */
export const DecodeMode = {
  /** Inside a replacement history: no truncation, unknown types kept as placeholders (spec 3 §2.3). */
  base: 1,
  /** The model takes no images. */
  noImages: 2,
  /** The model takes no audio. */
  noAudio: 4,
  /** The request leaves out `detail` (lite models). */
  noDetail: 8,
  /** The request leaves out where each content part comes from. */
  noPartMetadata: 16,
} as const;

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
const comma = literal(',');
const colon = literal(':');

const braceClose = literal('}');
const bracketClose = literal(']');
const nullValue = literal('null');
const keyLiterals = new Map<string, Uint8Array>();

function countElements(tape: Uint32Array, array: number): number {
  const end = nextAfter(tape, array);
  let count = 0;
  for (let element = array + 1; element < end; element = nextAfter(tape, element)) count += 1;
  return count;
}

/** An id is sent when its first `_` stands between other characters (measured on both releases). */
export function isSentId(id: string): boolean {
  const position = id.indexOf('_');
  return position > 0 && position < id.length - 1;
}

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

/** Longest output, in raw bytes, that may be no more than the note that its call was aborted. */
const maxAbortNote = 160;

/** Raised inside the decoder for a value the reference reader does not take; never leaves this file. */
const refused = Symbol('refused');

export class ItemDecoder {
  private readonly table: ItemTable;
  private readonly settings: DecodeSettings;
  private readonly shapes: readonly (ItemShape | undefined)[];
  private policy: TruncationPolicy | undefined;
  private mode = 0;
  private place: ItemPlace | undefined;
  private bytes: RolloutBytes;
  private tape: Uint32Array = new Uint32Array(0);
  private base = 0;
  /** End of the last range added, relative to the line; -1 when the last piece was a literal. */
  private lastEnd = -1;
  private flags = 0;
  private readonly values = new Int32Array(16);
  private callId: string | undefined;
  /** Labels of content parts that a text stands in for, by position. */
  private readonly partKinds = new Map<number, string>();
  private partPosition = 0;
  private itemId: string | undefined;

  constructor(table: ItemTable, settings: DecodeSettings, bytes: RolloutBytes) {
    this.table = table;
    this.settings = settings;
    this.shapes = itemShapes(settings.rules);
    this.bytes = bytes;
  }

  /**
   * @param token the item's object on the tape
   * @returns the item's number, or -1 when the reference reader would not take it
   */
  decode(place: ItemPlace, token: number, mode: number, policy: TruncationPolicy | undefined): number {
    this.place = place;
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
    try {
      return this.decodeObject(token);
    } catch (error) {
      if (error !== refused) throw error;
      this.table.abandon();
      return -1;
    }
  }

  private decodeObject(token: number): number {
    const { tape, table, place } = this;
    if (place === undefined || kindAt(tape, token) !== Kind.object) throw refused;
    if (hasFlag(tape, token, Flag.loneSurrogate) && !this.settings.acceptsLoneSurrogates) throw refused;
    const type = findKey(tape, token, typeAtom);
    let typeNumber: number;
    if (type < 0) {
      if (!this.settings.acceptsOldForms || findKey(tape, token, atom('role')) < 0) throw refused;
      typeNumber = atom('message');
    } else {
      if (kindAt(tape, type) !== Kind.string) throw refused;
      typeNumber = atomAt(tape, type);
    }
    const shape = this.shapes[typeNumber];
    if (shape === undefined) return this.addPlaceholder(token, typeNumber);
    this.addFields(token, shape, typeNumber);
    if (shape.model) this.flags |= ItemFlag.model;
    if (shape.type === atom('message')) this.addMessageFlags(token);
    else if (shape.type === atom('agent_message')) this.flags |= ItemFlag.boundary;
    else this.addToolFlags(token);
    const item = table.add(place.line, token, shape.type, this.flags, this.callId, this.mode);
    table.recordedLengths[item] = outerEnd(tape, token) - outerStart(tape, token);
    if (this.itemId !== undefined && this.itemId !== '') table.itemIds.set(item, this.itemId);
    return item;
  }

  /** Types that carry nothing: sent only from inside a replacement history, as their bare type (spec 3 §2.3). */
  private addPlaceholder(token: number, typeNumber: number): number {
    const { table, place } = this;
    if (place === undefined) throw refused;
    const sent = typeNumber === atom('compaction_trigger') ? 'compaction_trigger' : 'other';
    table.pieces.addLiteral(literal(`{"type":"${sent}"}`));
    return table.add(place.line, token, atom(sent), ItemFlag.unrecorded, undefined, this.mode);
  }

  /** Adds the item's object: its type, then the shape's keys in their order. */
  private addFields(object: number, shape: ItemShape, typeNumber: number): void {
    const { tape } = this;
    const type = findKey(tape, object, typeAtom);
    this.range(startAt(tape, object), startAt(tape, object) + 1);
    if (type >= 0 && typeNumber === shape.type) this.keyed(type, 'type', false);
    else this.text(`"type":"${atomName(shape.type) ?? ''}"`);
    const values = this.valuesOf(object, shape);
    let slot = 0;
    for (const field of shape.fields) {
      slot += 1;
      this.addField(values[slot] as number, field, object);
    }
    if (this.labelsParts && shape.type === atom('message') && !this.hasMetadata(object)) {
      const kinds = JSON.stringify(this.kindsOf(object, -1));
      this.text(`,"internal_chat_message_metadata_passthrough":{"content_item_kinds":${kinds}}`);
    }
    this.closeAt(outerEnd(tape, object), braceClose);
  }

  /** The value token of each of a shape's keys, by slot; -1 where the key is absent. The last of a doubled key counts. */
  private valuesOf(object: number, shape: ItemShape): Int32Array {
    const { tape, values } = this;
    values.fill(-1, 0, shape.fields.length + 1);
    const end = nextAfter(tape, object);
    for (let key = object + 1; key < end; key = nextAfter(tape, key + 1)) {
      values[shape.slots[atomAt(tape, key)] as number] = key + 1;
    }
    return values;
  }

  private get labelsParts(): boolean {
    return this.settings.sendsMetadata && this.settings.rules.labelsContentParts;
  }

  private hasMetadata(object: number): boolean {
    const metadata = findKey(this.tape, object, atom('internal_chat_message_metadata_passthrough'));
    return metadata >= 0 && kindAt(this.tape, metadata) === Kind.object;
  }

  private addField(value: number, field: FieldShape, object: number): void {
    const { tape } = this;
    const kind = value < 0 ? Kind.null : kindAt(tape, value);
    if (kind === Kind.null) {
      if (field.required) throw refused;
      if (field.absent === 'omit') return;
      if (value < 0) {
        this.literalPiece(comma);
        this.literalPiece(keyLiteral(field.name));
        this.literalPiece(colon);
        this.literalPiece(nullValue);
        return;
      }
    }
    switch (field.rule) {
      case 'id':
        this.expect(value, Kind.string);
        this.itemId = this.stringAt(value);
        if (this.settings.sendsIds && isSentId(this.itemId)) this.keyed(value, field.name, true);
        return;
      case 'metadata':
        this.expect(value, Kind.object);
        if (this.settings.sendsMetadata) this.addMetadata(value, field.name, object);
        return;
      case 'enum':
      case 'nullable-enum':
        if (kind !== Kind.null) {
          this.expect(value, Kind.string);
          if (!field.allowed.includes(atomAt(tape, value))) throw refused;
        }
        this.keyed(value, field.name, true);
        return;
      case 'openai-string':
      case 'openai-array':
        this.expect(value, field.rule === 'openai-array' ? Kind.array : Kind.string);
        if (this.settings.sendsMetadata) this.keyed(value, field.name, true);
        return;
      case 'effort':
        this.expect(value, Kind.object);
        this.expect(findKey(tape, value, atom('effort')), Kind.string);
        this.key(value, field.name);
        this.addEffort(value);
        return;
      case 'image-result':
        this.expect(value, Kind.string);
        this.flags |= ItemFlag.image;
        if ((this.mode & DecodeMode.noImages) === 0) this.keyed(value, field.name, true);
        else this.text(`,"${field.name}":""`);
        return;
      case 'string':
        this.expect(value, Kind.string);
        this.keyed(value, field.name, true);
        return;
      case 'nullable-string':
        if (kind !== Kind.null) this.expect(value, Kind.string);
        this.keyed(value, field.name, true);
        return;
      case 'array':
        this.expect(value, Kind.array);
        this.keyed(value, field.name, true);
        return;
      case 'object':
        this.expect(value, Kind.object);
        this.keyed(value, field.name, true);
        return;
      case 'any':
        this.keyed(value, field.name, true);
        return;
      case 'reasoning-content':
        this.addReasoningContent(value, field.name);
        return;
      case 'output':
        this.key(value, field.name);
        this.addOutput(value);
        return;
      case 'message-content':
      case 'agent-content':
      case 'summary':
        this.expect(value, Kind.array);
        this.key(value, field.name);
        this.addParts(value, field.rule);
        return;
      case 'shell-action':
        this.expect(value, Kind.object);
        this.key(value, field.name);
        this.addShellAction(value);
        return;
      case 'web-action':
        this.expect(value, Kind.object);
        this.key(value, field.name);
        this.addWebAction(value);
        return;
      default:
        field.rule satisfies never;
    }
  }

  // --- values ---

  private addReasoningContent(value: number, name: AtomName): void {
    const { tape } = this;
    if (kindAt(tape, value) === Kind.null) {
      this.keyed(value, name, true);
      return;
    }
    this.expect(value, Kind.array);
    let hasText = false;
    const end = nextAfter(tape, value);
    for (let part = value + 1; part < end; part = nextAfter(tape, part)) {
      this.expect(part, Kind.object);
      if (this.partType(part) === atom('reasoning_text')) hasText = true;
      else if (this.partType(part) !== atom('text')) throw refused;
    }
    if (!hasText) return;
    this.key(value, name);
    this.addParts(value, 'reasoning-content');
  }

  /** Adds what is sent of an item's metadata, in the writer's order (measured on both releases). */
  private addMetadata(object: number, name: AtomName, item: number): void {
    const { tape } = this;
    const turnId = findKey(tape, object, atom('turn_id'));
    const isNew = this.settings.rules.labelsContentParts;
    if (!isNew) {
      this.key(object, name);
      this.openBrace(object);
      this.addMetadataKey(turnId, 'turn_id', true);
      this.closeAt(outerEnd(tape, object), braceClose);
      return;
    }
    const kinds = findKey(tape, object, atom('content_item_kinds'));
    const parts = findKey(tape, object, atom('content_item_metadata'));
    const created = findKey(tape, object, atom('create_time'));
    const content = findKey(tape, item, atom('content'));
    const isMessage = content >= 0 && findKey(tape, item, atom('role')) >= 0;
    const sent = [turnId, created, ...(isMessage ? [] : [kinds, parts])];
    if (!isMessage && sent.every((value) => value < 0 || kindAt(tape, value) === Kind.null)) return;
    if (parts >= 0) this.flags |= ItemFlag.partMetadata;
    this.key(object, name);
    this.openBrace(object);
    let isFirst = this.addMetadataKey(turnId, 'turn_id', true);
    isFirst = this.addMetadataKey(created, 'create_time', isFirst);
    isFirst = this.addKinds(item, kinds, isFirst);
    if ((this.mode & DecodeMode.noPartMetadata) === 0) this.addMetadataKey(parts, 'content_item_metadata', isFirst);
    this.closeAt(outerEnd(tape, object), braceClose);
  }

  private openBrace(object: number): void {
    this.range(startAt(this.tape, object), startAt(this.tape, object) + 1);
  }

  /** Adds a key unless it is absent or null; returns whether the next one is still the first. */
  private addMetadataKey(value: number, name: AtomName, isFirst: boolean): boolean {
    if (value < 0 || kindAt(this.tape, value) === Kind.null) return isFirst;
    this.keyed(value, name, !isFirst);
    return false;
  }

  /** A message has exactly one label a content part; other items keep what they have. */
  private addKinds(item: number, kinds: number, isFirst: boolean): boolean {
    const { tape } = this;
    const content = findKey(tape, item, atom('content'));
    if (content < 0 || findKey(tape, item, atom('role')) < 0) return this.addMetadataKey(kinds, 'content_item_kinds', isFirst);
    const isSame = kinds >= 0 && kindAt(tape, kinds) === Kind.array && this.partKinds.size === 0;
    if (isSame && countElements(tape, kinds) === countElements(tape, content)) {
      return this.addMetadataKey(kinds, 'content_item_kinds', isFirst);
    }
    this.text(`${isFirst ? '' : ','}"content_item_kinds":${JSON.stringify(this.kindsOf(item, kinds))}`);
    return false;
  }

  private kindsOf(item: number, kinds: number): string[] {
    const { tape } = this;
    const known: string[] = [];
    if (kinds >= 0 && kindAt(tape, kinds) === Kind.array) {
      const end = nextAfter(tape, kinds);
      for (let kind = kinds + 1; kind < end; kind = nextAfter(tape, kind)) {
        known.push(kindAt(tape, kind) === Kind.string ? this.stringAt(kind) : 'unknown');
      }
    }
    const count = countElements(tape, findKey(tape, item, atom('content')));
    return Array.from({ length: count }, (_, position) => this.partKinds.get(position) ?? known[position] ?? 'unknown');
  }

  private partType(part: number): number {
    const type = findKey(this.tape, part, typeAtom);
    if (type < 0 || kindAt(this.tape, type) !== Kind.string) throw refused;
    return atomAt(this.tape, type);
  }

  private addParts(array: number, rule: 'message-content' | 'agent-content' | 'summary' | 'reasoning-content'): void {
    const { tape } = this;
    const end = nextAfter(tape, array);
    this.range(startAt(tape, array), startAt(tape, array) + 1);
    let first = true;
    this.partPosition = 0;
    for (let part = array + 1; part < end; part = nextAfter(tape, part)) {
      this.expect(part, Kind.object);
      if (!first) this.separate(outerStart(tape, part));
      first = false;
      this.addPart(part, rule);
      this.partPosition += 1;
    }
    this.closeAt(outerEnd(tape, array), bracketClose);
  }

  private addPart(part: number, rule: string): void {
    const type = this.partType(part);
    switch (type) {
      case atom('input_text'):
        if (rule === 'summary' || rule === 'reasoning-content') throw refused;
        this.addFlatPart(part, ['text']);
        return;
      case atom('output_text'):
        if (rule !== 'message-content') throw refused;
        this.addOutputText(part);
        return;
      case atom('input_image'):
        if (rule !== 'message-content' && rule !== 'output') throw refused;
        this.addImage(part);
        return;
      case atom('input_audio'):
        if (rule !== 'message-content' && rule !== 'output') throw refused;
        this.addAudio(part);
        return;
      case atom('encrypted_content'):
        if (rule !== 'agent-content' && rule !== 'output') throw refused;
        this.addFlatPart(part, ['encrypted_content']);
        return;
      case atom('summary_text'):
        if (rule !== 'summary') throw refused;
        this.addFlatPart(part, ['text']);
        return;
      case atom('reasoning_text'):
      case atom('text'):
        if (rule !== 'reasoning-content') throw refused;
        this.addFlatPart(part, ['text']);
        return;
      default:
        throw refused;
    }
  }

  /** A part of its type and some required strings. */
  private addFlatPart(part: number, names: readonly AtomName[]): void {
    const { tape } = this;
    this.openObject(part);
    for (const name of names) {
      const value = findKey(tape, part, atom(name));
      this.expect(value, Kind.string);
      this.keyed(value, name, true);
    }
    this.closeAt(outerEnd(tape, part), braceClose);
  }

  private addOutputText(part: number): void {
    const { tape } = this;
    if (!this.settings.rules.keepsMessageExtras) {
      this.addFlatPart(part, ['text']);
      return;
    }
    this.openObject(part);
    const text = findKey(tape, part, atom('text'));
    this.expect(text, Kind.string);
    this.keyed(text, 'text', true);
    for (const name of ['annotations', 'logprobs'] as const) {
      const value = findKey(tape, part, atom(name));
      if (value >= 0 && kindAt(tape, value) !== Kind.null) this.keyed(value, name, true);
    }
    this.closeAt(outerEnd(tape, part), braceClose);
  }

  private openObject(object: number): void {
    const { tape } = this;
    this.range(startAt(tape, object), startAt(tape, object) + 1);
    this.keyed(findKey(tape, object, typeAtom), 'type', false);
  }

  private addImage(part: number): void {
    const { tape } = this;
    const url = findKey(tape, part, atom('image_url'));
    this.expect(url, Kind.string);
    const detail = findKey(tape, part, atom('detail'));
    let detailAtom = 0;
    if (detail >= 0 && kindAt(tape, detail) !== Kind.null) {
      this.expect(detail, Kind.string);
      detailAtom = atomAt(tape, detail);
      if (![atom('auto'), atom('low'), atom('high'), atom('original')].includes(detailAtom)) throw refused;
    }
    this.flags |= ItemFlag.image;
    const prepared = prepareImage(this.mediaUrl(url), detailAtom === atom('low'));
    if (prepared.kind === 'replace') {
      this.addPlaceholderText(prepared.text);
      this.partKinds.set(this.partPosition, 'images.preparation_error');
      return;
    }
    if ((this.mode & DecodeMode.noImages) !== 0) {
      this.addPlaceholderText('media.no-image-input');
      this.partKinds.set(this.partPosition, 'images.unsupported');
      return;
    }
    this.openObject(part);
    this.addUrl(url, 'image_url', prepared);
    if (detailAtom !== 0 && (this.mode & DecodeMode.noDetail) === 0) this.keyed(detail, 'detail', true);
    this.closeAt(outerEnd(tape, part), braceClose);
  }

  private mediaUrl(url: number): MediaUrl {
    const { tape, base, bytes } = this;
    return { bytes, start: base + startAt(tape, url), end: base + endAt(tape, url) };
  }

  private addUrl(url: number, name: AtomName, prepared: PreparedMedia): void {
    if (prepared.kind !== 'retype') {
      this.keyed(url, name, true);
      return;
    }
    this.key(url, name);
    this.text(`"data:${prepared.mime};base64,`);
    this.range(startAt(this.tape, url) + prepared.payloadAt, outerEnd(this.tape, url));
  }

  private addAudio(part: number): void {
    const { tape } = this;
    const url = findKey(tape, part, atom('audio_url'));
    this.expect(url, Kind.string);
    this.flags |= ItemFlag.audio;
    const prepared = prepareAudio(this.mediaUrl(url));
    if (prepared.kind === 'replace') {
      this.addPlaceholderText(prepared.text);
      return;
    }
    if ((this.mode & DecodeMode.noAudio) !== 0) {
      this.addPlaceholderText('media.no-audio-input');
      this.partKinds.set(this.partPosition, 'audio.unsupported');
      return;
    }
    this.openObject(part);
    this.addUrl(url, 'audio_url', prepared);
    this.closeAt(outerEnd(tape, part), braceClose);
  }

  private addPlaceholderText(id: keyof PackTexts): void {
    this.text(`{"type":"input_text","text":${JSON.stringify(this.settings.texts[id])}}`);
  }

  private addEffort(object: number): void {
    const { tape } = this;
    this.range(startAt(tape, object), startAt(tape, object) + 1);
    this.keyed(findKey(tape, object, atom('effort')), 'effort', false);
    this.closeAt(outerEnd(tape, object), braceClose);
  }

  private addShellAction(object: number): void {
    const { tape } = this;
    if (this.partType(object) !== atom('exec')) throw refused;
    this.openObject(object);
    const command = findKey(tape, object, atom('command'));
    this.expect(command, Kind.array);
    const end = nextAfter(tape, command);
    for (let word = command + 1; word < end; word = nextAfter(tape, word)) this.expect(word, Kind.string);
    this.keyed(command, 'command', true);
    for (const name of ['timeout_ms', 'working_directory', 'env', 'user'] as const) {
      const value = findKey(tape, object, atom(name));
      if (value >= 0) {
        const kind = kindAt(tape, value);
        const wanted = name === 'timeout_ms' ? Kind.number : name === 'env' ? Kind.object : Kind.string;
        if (kind !== Kind.null && kind !== wanted) throw refused;
        this.keyed(value, name, true);
      } else {
        this.text(`,"${name}":null`);
      }
    }
    this.closeAt(outerEnd(tape, object), braceClose);
  }

  private addWebAction(object: number): void {
    const { tape } = this;
    const keysOf = new Map<number, readonly AtomName[]>([
      [atom('search'), ['query', 'queries']],
      [atom('open_page'), ['url']],
      [atom('find_in_page'), ['url', 'pattern']],
    ]);
    const names = keysOf.get(this.partType(object));
    if (names === undefined) {
      this.text('{"type":"other"}');
      return;
    }
    this.openObject(object);
    for (const name of names) {
      const value = findKey(tape, object, atom(name));
      if (value < 0 || kindAt(tape, value) === Kind.null) continue;
      this.expect(value, name === 'queries' ? Kind.array : Kind.string);
      this.keyed(value, name, true);
    }
    this.closeAt(outerEnd(tape, object), braceClose);
  }

  // --- tool outputs ---

  private addOutput(value: number): void {
    const kind = kindAt(this.tape, value);
    if (kind === Kind.string) this.addOutputString(value);
    else if (kind === Kind.array) this.addOutputArray(value);
    else if (kind === Kind.object && this.settings.acceptsOldForms) this.addOldOutput(value);
    else throw refused;
  }

  /** The output object of 2025: its content is the output. */
  private addOldOutput(object: number): void {
    const content = findKey(this.tape, object, atom('content'));
    if (content < 0 || kindAt(this.tape, content) !== Kind.string) throw refused;
    this.addOutputString(content);
  }

  private cutBudget(): number | undefined {
    if (this.policy === undefined || (this.mode & DecodeMode.base) !== 0) return undefined;
    return outputBudget(this.policy);
  }

  private addOutputString(value: number): void {
    const { tape, policy } = this;
    const length = decodedLengthAt(tape, value);
    if (length > 0) this.flags |= ItemFlag.truncatable;
    const budget = this.cutBudget();
    if (policy === undefined || budget === undefined || length <= budgetBytes(budget, policy.mode)) {
      this.value(value);
      return;
    }
    this.literalPiece(this.cutString(value, length, budget, policy));
  }

  /** The cut form of a long string, as JSON. Only what is kept is decoded, so that its length does not matter. */
  private cutString(value: number, length: number, budget: number, policy: TruncationPolicy): Uint8Array {
    const allowed = budgetBytes(budget, policy.mode);
    const raw = endAt(this.tape, value) - startAt(this.tape, value);
    if (raw <= this.bytes.maxViewBytes || policy.mode === 'bytes') {
      const text = decodeString(this.view(startAt(this.tape, value), endAt(this.tape, value)));
      return encodeString(truncateMiddle(text, budget, policy.mode));
    }
    // Six raw bytes at most for one decoded byte; a margin keeps the borders whole.
    const reach = allowed * 6 + 64;
    const [start, end] = [startAt(this.tape, value), endAt(this.tape, value)];
    const head = decodeString(this.safeHead(start, Math.min(end, start + reach)));
    const tail = decodeString(this.safeTail(start, Math.max(start, end - reach), end));
    const left = Math.floor(allowed / 2);
    const headBytes = Buffer.from(head, 'utf8');
    const tailBytes = Buffer.from(tail, 'utf8');
    let headEnd = left;
    while (headEnd > 0 && ((headBytes[headEnd] ?? 0) & 0xc0) === 0x80) headEnd -= 1;
    let tailStart = tailBytes.length - (allowed - left);
    while (tailStart < tailBytes.length && ((tailBytes[tailStart] ?? 0) & 0xc0) === 0x80) tailStart += 1;
    const count = Math.ceil((length - allowed) / 4);
    return encodeString(
      headBytes.toString('utf8', 0, headEnd) + marker(count, policy.mode) + tailBytes.toString('utf8', tailStart),
    );
  }

  /** Bytes of a string from `start` on, ending outside of escapes and characters. */
  private safeHead(start: number, end: number): Uint8Array {
    const view = this.view(start, end);
    let cut = 0;
    while (cut < view.length) {
      const next = cut + unitLength(view, cut);
      if (next > view.length) break;
      cut = next;
    }
    return view.subarray(0, cut);
  }

  /** Bytes of the string that begins at `first`, from the first border at or behind `start` on. */
  private safeTail(first: number, start: number, end: number): Uint8Array {
    // Begun in front of the longest escape, the walk is in step when it reaches `start`.
    const from = Math.max(first, start - 8);
    let slashes = 0;
    while (from - slashes > first && this.view(from - slashes - 1, from - slashes)[0] === 0x5c) slashes += 1;
    let position = slashes % 2 === 0 ? from : from - 1;
    const view = this.view(position, Math.min(end, start + 8));
    for (let at = 0; position < start; ) {
      const length = unitLength(view, at);
      at += length;
      position += length;
    }
    return this.view(position, end);
  }

  private addOutputArray(array: number): void {
    const { tape, policy } = this;
    const end = nextAfter(tape, array);
    const budget = this.cutBudget();
    let remaining = budget ?? Number.POSITIVE_INFINITY;
    let omitted = 0;
    let first = true;
    this.range(startAt(tape, array), startAt(tape, array) + 1);
    for (let part = array + 1; part < end; part = nextAfter(tape, part)) {
      this.expect(part, Kind.object);
      const type = this.partType(part);
      let cut: Uint8Array | undefined;
      if (type === atom('input_text') && policy !== undefined && budget !== undefined) {
        const text = findKey(tape, part, atom('text'));
        this.expect(text, Kind.string);
        const length = decodedLengthAt(tape, text);
        this.flags |= ItemFlag.truncatable;
        if (length === 0 && this.settings.rules.dropsEmptyOutputTexts) continue;
        if (remaining <= 0) {
          omitted += 1;
          continue;
        }
        const cost = policy.mode === 'tokens' ? Math.ceil(length / 4) : length;
        if (cost > remaining) {
          cut = this.cutString(text, length, remaining, policy);
          remaining = 0;
        } else {
          remaining -= cost;
        }
      }
      if (!first) this.separate(outerStart(tape, part));
      first = false;
      if (cut === undefined) {
        this.addPart(part, 'output');
      } else {
        this.text('{"type":"input_text","text":');
        this.literalPiece(cut);
        this.literalPiece(braceClose);
      }
    }
    if (omitted > 0) {
      if (!first) this.literalPiece(comma);
      this.text(`{"type":"input_text","text":"[omitted ${String(omitted)} text items ...]"}`);
    }
    this.closeAt(outerEnd(tape, array), bracketClose);
  }

  // --- flags ---

  private addMessageFlags(token: number): void {
    const { tape } = this;
    const role = atomAt(tape, findKey(tape, token, atom('role')));
    const content = findKey(tape, token, atom('content'));
    if (role === atom('system')) this.flags |= ItemFlag.system | ItemFlag.unrecorded;
    if (role === atom('assistant')) this.flags |= ItemFlag.assistant | ItemFlag.model;
    if (role === atom('user')) this.flags |= ItemFlag.user;
    if (role === atom('developer')) this.flags |= ItemFlag.developer;
    const place = this.place;
    if (place === undefined) return;
    this.flags |= classifyMessage(place, content, this.flags, this.settings.texts, this.settings.rules);
  }

  private addToolFlags(token: number): void {
    const { tape } = this;
    const callId = findKey(tape, token, atom('call_id'));
    if (callId >= 0 && kindAt(tape, callId) === Kind.string) this.callId = this.stringAt(callId);
    const execution = findKey(tape, token, atom('execution'));
    if (execution >= 0 && atomAt(tape, execution) === atom('server')) this.flags |= ItemFlag.serverExecution;
    const namespace = findKey(tape, token, atom('namespace'));
    if (namespace >= 0 && atomAt(tape, namespace) === atom('agent')) this.flags |= ItemFlag.agentNamespace;
    const output = findKey(tape, token, atom('output'));
    if (output >= 0 && kindAt(tape, output) === Kind.string) {
      const start = startAt(tape, output);
      const length = endAt(tape, output) - start;
      if (length <= maxAbortNote && this.stringAt(output).includes('aborted')) this.flags |= ItemFlag.abortedOutput;
    }
  }

  // --- pieces ---

  private expect(token: number, kind: number): void {
    if (token < 0 || kindAt(this.tape, token) !== kind) throw refused;
  }

  private view(start: number, end: number): Uint8Array {
    return viewWhole(this.bytes, this.base + start, this.base + end);
  }

  private stringAt(token: number): string {
    return decodeString(this.view(startAt(this.tape, token), endAt(this.tape, token)));
  }

  private range(start: number, end: number): void {
    this.table.pieces.addRange(this.base + start, this.base + end, this.table.openPiece);
    this.lastEnd = end;
  }

  private literalPiece(bytes: Uint8Array): void {
    this.table.pieces.addLiteral(bytes);
    this.lastEnd = -1;
  }

  private text(text: string): void {
    this.literalPiece(literal(text));
  }

  /** Adds the comma before something that starts at `start`: the recorded one when it stands right there. */
  private separate(start: number): void {
    if (this.lastEnd >= 0 && this.lastEnd + 1 === start) this.range(this.lastEnd, start);
    else this.literalPiece(comma);
  }

  /** Adds a key and its colon, with a comma in front unless it opens the object. */
  private key(value: number, name: string, separated = true): void {
    const { tape } = this;
    const keyStart = startAt(tape, value - 1) - 1;
    const keyEnd = endAt(tape, value - 1) + 1;
    if (separated) this.separate(keyStart);
    if (outerStart(tape, value) === keyEnd + 1) {
      this.range(keyStart, keyEnd + 1);
    } else {
      this.literalPiece(keyLiteral(name));
      this.literalPiece(colon);
    }
  }

  private keyed(value: number, name: string, separated: boolean): void {
    this.key(value, name, separated);
    this.value(value);
  }

  /** Adds a value: as it stands when the reference writer would print it so, else printed anew. */
  private value(token: number): void {
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
  private hasCanonicalNumbers(token: number): boolean {
    const { tape } = this;
    const end = nextAfter(tape, token);
    for (let inner = token; inner < end; inner += 1) {
      if (kindAt(tape, inner) !== Kind.number || !hasFlag(tape, inner, Flag.inexactNumber)) continue;
      const text = decodeString(this.view(startAt(tape, inner), endAt(tape, inner)));
      if (printNumber(text) !== text) return false;
    }
    return true;
  }

  private closeAt(end: number, close: Uint8Array): void {
    if (this.lastEnd === end - 1) this.range(end - 1, end);
    else this.literalPiece(close);
  }
}

/** Raw bytes of the character or escape at a position; of a byte inside a character, that byte. */
function unitLength(raw: Uint8Array, position: number): number {
  const byte = raw[position] ?? 0;
  if (byte === 0x5c) return raw[position + 1] === 0x75 ? 6 : 2;
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
