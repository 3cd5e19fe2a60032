/** Adds one key of an item by the rule of its shape, and refuses what the reference reader would not take. */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { Kind } from '../contract/tape.js';
import { atomAt, findKey, kindAt } from '../contract/tape-reader.js';
import { addEffort, addShellAction, addWebAction } from './add-actions.js';
import { addParts, addReasoningContent } from './add-content.js';
import { addMetadata, checkMetadata } from './add-metadata.js';
import { addOutput } from './add-output.js';
import { DecodeMode } from './decode-mode.js';
import type { ItemBuilder } from './item-builder.js';
import type { FieldShape } from './item-shapes.js';
import { refused } from './refused.js';

const effortAtom = atom('effort');

/** An id is sent when its first `_` stands between other characters (measured on both releases). */
export function isSentId(id: string): boolean {
  const position = id.indexOf('_');
  return position > 0 && position < id.length - 1;
}

/**
 * @param value the key's value on the tape, -1 when the key is absent
 * @param item the item's object
 */
export function addField(b: ItemBuilder, value: number, field: FieldShape, item: number): void {
  const { tape } = b;
  const kind = value < 0 ? Kind.null : kindAt(tape, value);
  if (kind === Kind.null && !(field.rule === 'any' && value >= 0)) {
    if (field.required) throw refused;
    if (field.absent === 'omit') return;
    if (value < 0) b.nullKey(field.name);
    else b.keyed(value, field.name, true);
    return;
  }
  switch (field.rule) {
    case 'id':
      b.expect(value, Kind.string);
      b.itemId = b.stringAt(value);
      if (b.settings.sendsIds && isSentId(b.itemId)) b.keyed(value, field.name, true);
      return;
    case 'metadata':
      b.expect(value, Kind.object);
      checkMetadata(b, value);
      if (b.settings.sendsMetadata) addMetadata(b, value, field.name, item);
      return;
    case 'enum':
      b.expect(value, Kind.string);
      if (!field.allowed.includes(atomAt(tape, value))) throw refused;
      b.keyed(value, field.name, true);
      return;
    case 'openai-string':
    case 'openai-array':
      b.expect(value, field.rule === 'openai-array' ? Kind.array : Kind.string);
      if (b.settings.sendsMetadata) b.keyed(value, field.name, true);
      return;
    case 'string':
      b.expect(value, Kind.string);
      b.keyed(value, field.name, true);
      return;
    case 'array':
      b.expect(value, Kind.array);
      b.key(value, field.name);
      b.freeValue(value);
      return;
    case 'any':
      b.key(value, field.name);
      b.freeValue(value);
      return;
    default:
      addNested(b, value, field);
  }
}

/** Adds a value that has rules of its own inside. */
function addNested(b: ItemBuilder, value: number, field: FieldShape): void {
  switch (field.rule) {
    case 'effort':
      b.expect(value, Kind.object);
      b.expect(findKey(b.tape, value, effortAtom), Kind.string);
      b.key(value, field.name);
      addEffort(b, value);
      return;
    case 'image-result':
      b.expect(value, Kind.string);
      b.flags |= ItemFlag.image;
      if ((b.mode & DecodeMode.noImages) === 0) b.keyed(value, field.name, true);
      else b.text(`,"${field.name}":""`);
      return;
    case 'reasoning-content':
      addReasoningContent(b, value, field.name);
      return;
    case 'output':
      b.key(value, field.name);
      addOutput(b, value);
      return;
    case 'message-content':
    case 'agent-content':
    case 'summary':
      b.expect(value, Kind.array);
      b.key(value, field.name);
      addParts(b, value, field.rule);
      return;
    case 'shell-action':
      b.expect(value, Kind.object);
      b.key(value, field.name);
      addShellAction(b, value);
      return;
    case 'web-action':
      b.expect(value, Kind.object);
      b.key(value, field.name);
      addWebAction(b, value);
      return;
    default:
      throw refused;
  }
}
