/**
 * Decodes one item off a tape: checks it as strictly as the reference reader and adds it to the item table as pieces.
 *
 * A recorded item in canonical form becomes one range of the rollout, two when an id or metadata is left out.
 */

import { atom, atomName } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import { Flag, Kind } from '../contract/tape.js';
import {
  atomAt,
  endAt,
  findKey,
  hasFlag,
  kindAt,
  nextAfter,
  outerEnd,
  outerStart,
  startAt,
} from '../contract/tape-reader.js';
import { addField } from './add-field.js';
import { hasMetadata, kindsOf } from './add-metadata.js';
import { classifyMessage } from './classify-message.js';
import { braceClose, type DecodeSettings, ItemBuilder, type ItemPlace } from './item-builder.js';
import { itemShapes, type ItemShape } from './item-shapes.js';
import { refused } from './refused.js';
import type { TruncationPolicy } from './truncate-text.js';

const typeAtom = atom('type');
const roleAtom = atom('role');
const contentAtom = atom('content');
const callIdAtom = atom('call_id');
const executionAtom = atom('execution');
const outputAtom = atom('output');
const messageAtom = atom('message');
const agentMessageAtom = atom('agent_message');
const triggerAtom = atom('compaction_trigger');
const otherAtom = atom('other');
const serverAtom = atom('server');

const roleFlags = new Map<number, number>([
  [atom('user'), ItemFlag.user],
  [atom('developer'), ItemFlag.developer],
  [atom('assistant'), ItemFlag.assistant | ItemFlag.model],
  // Read, but never recorded into a history (spec 3 §2.3).
  [atom('system'), ItemFlag.system | ItemFlag.unrecorded],
]);

/** Longest output, in raw bytes, that may be no more than the note that its call was aborted. */
const maxAbortNote = 160;

export class ItemDecoder {
  private readonly table: ItemTable;
  private readonly settings: DecodeSettings;
  private readonly shapes: readonly (ItemShape | undefined)[];
  private readonly builder: ItemBuilder;
  /** Value tokens of the item's keys, by slot of its shape. */
  private readonly values = new Int32Array(16);

  constructor(table: ItemTable, settings: DecodeSettings, bytes: RolloutBytes) {
    this.table = table;
    this.settings = settings;
    this.shapes = itemShapes(settings.rules);
    this.builder = new ItemBuilder(table, settings, bytes);
  }

  /**
   * @param token the item's object on the tape
   * @param mode bits of `DecodeMode`
   * @param policy the policy that cuts tool outputs, undefined for none
   * @returns the item's number, or -1 when the reference reader would not take it
   */
  decode(
    place: ItemPlace,
    token: number,
    mode: number,
    policy: TruncationPolicy | undefined,
  ): number {
    this.builder.begin(place, mode, policy);
    try {
      return this.decodeObject(place, token);
    } catch (error) {
      if (error !== refused) throw error;
      this.table.abandon();
      return -1;
    }
  }

  private decodeObject(place: ItemPlace, token: number): number {
    const { table, builder } = this;
    const { tape } = place;
    const typeNumber = this.typeOf(tape, token);
    const shape = this.shapes[typeNumber];
    if (shape === undefined) return this.addPlaceholder(place, token, typeNumber);
    this.addFields(token, shape, typeNumber);
    if (shape.model) builder.flags |= ItemFlag.model;
    if (shape.type === messageAtom) this.addMessageFlags(place, token);
    else if (shape.type === agentMessageAtom) builder.flags |= ItemFlag.boundary;
    else this.addToolFlags(token);
    const { flags, callId, mode, itemId } = builder;
    const item = table.add(place.line, token, shape.type, flags, callId, mode);
    table.recordedLengths[item] = outerEnd(tape, token) - outerStart(tape, token);
    if (itemId !== undefined && itemId !== '') table.itemIds.set(item, itemId);
    return item;
  }

  private typeOf(tape: Uint32Array, token: number): number {
    if (kindAt(tape, token) !== Kind.object) throw refused;
    if (hasFlag(tape, token, Flag.loneSurrogate) && !this.settings.acceptsLoneSurrogates) {
      throw refused;
    }
    const type = findKey(tape, token, typeAtom);
    if (type < 0) {
      if (!this.settings.acceptsOldForms || findKey(tape, token, roleAtom) < 0) throw refused;
      return messageAtom;
    }
    if (kindAt(tape, type) !== Kind.string) throw refused;
    return atomAt(tape, type);
  }

  /** Types that carry nothing: sent only from inside a replacement history, as their bare type (spec 3 §2.3). */
  private addPlaceholder(place: ItemPlace, token: number, typeNumber: number): number {
    const type = typeNumber === triggerAtom ? triggerAtom : otherAtom;
    this.builder.text(`{"type":"${atomName(type) ?? ''}"}`);
    const { mode } = this.builder;
    return this.table.add(place.line, token, type, ItemFlag.unrecorded, undefined, mode);
  }

  /** Adds the item's object: its type, then the shape's keys in their order. */
  private addFields(object: number, shape: ItemShape, typeNumber: number): void {
    const b = this.builder;
    const { tape } = b;
    const type = findKey(tape, object, typeAtom);
    b.range(startAt(tape, object), startAt(tape, object) + 1);
    if (type >= 0 && typeNumber === shape.type) b.keyed(type, 'type', false);
    else b.text(`"type":"${atomName(shape.type) ?? ''}"`);
    const values = this.valuesOf(object, shape);
    let slot = 0;
    for (const field of shape.fields) {
      slot += 1;
      addField(b, values[slot] as number, field, object);
    }
    if (b.labelsParts && shape.type === messageAtom && !hasMetadata(b, object)) {
      const kinds = JSON.stringify(kindsOf(b, object, -1));
      b.text(`,"internal_chat_message_metadata_passthrough":{"content_item_kinds":${kinds}}`);
    }
    b.closeAt(outerEnd(tape, object), braceClose);
  }

  /** The value token of each of a shape's keys, by slot; -1 where the key is absent. The last of a doubled key counts. */
  private valuesOf(object: number, shape: ItemShape): Int32Array {
    const { values } = this;
    const { tape } = this.builder;
    values.fill(-1, 0, shape.fields.length + 1);
    const end = nextAfter(tape, object);
    for (let key = object + 1; key < end; key = nextAfter(tape, key + 1)) {
      values[shape.slots[atomAt(tape, key)] as number] = key + 1;
    }
    return values;
  }

  private addMessageFlags(place: ItemPlace, token: number): void {
    const b = this.builder;
    const { texts, rules } = this.settings;
    b.flags |= roleFlags.get(atomAt(b.tape, findKey(b.tape, token, roleAtom))) ?? 0;
    b.flags |= classifyMessage(place, findKey(b.tape, token, contentAtom), b.flags, texts, rules);
  }

  private addToolFlags(token: number): void {
    const b = this.builder;
    const { tape } = b;
    const callId = findKey(tape, token, callIdAtom);
    if (callId >= 0 && kindAt(tape, callId) === Kind.string) b.callId = b.stringAt(callId);
    const execution = findKey(tape, token, executionAtom);
    if (execution >= 0 && atomAt(tape, execution) === serverAtom) {
      b.flags |= ItemFlag.serverExecution;
    }
    const output = findKey(tape, token, outputAtom);
    if (output < 0 || kindAt(tape, output) !== Kind.string) return;
    const length = endAt(tape, output) - startAt(tape, output);
    if (length <= maxAbortNote && b.stringAt(output).includes('aborted')) {
      b.flags |= ItemFlag.abortedOutput;
    }
  }
}
