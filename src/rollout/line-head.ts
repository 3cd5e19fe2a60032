/**
 * Reads the head of a line as the reference writer prints it, so that most lines are classified without a scan.
 *
 * A head decides only when it has exactly the written form; anything else is left to a full scan.
 */

import { atom } from '../contract/atoms.js';
import { LineFlag, LineKind } from '../contract/line-index.js';

/** More than any written head needs: timestamp, ordinal, types, an item id and a role. */
export const headBytes = 320;

const encoder = new TextEncoder();
const open = encoder.encode('{"timestamp":"');
const ordinalKey = encoder.encode('"ordinal":');
const typeKey = encoder.encode('"type":"');
const payloadKey = encoder.encode('"payload":{');
const idKey = encoder.encode('"id":"');
const roleKey = encoder.encode('"role":"');
const messageKey = encoder.encode('"message":"');

/** Line kinds by their `type`; kept beside the atoms so that both loaders agree. */
export const kindOfType = new Uint8Array(256);
kindOfType[atom('session_meta')] = LineKind.meta;
kindOfType[atom('response_item')] = LineKind.item;
kindOfType[atom('inter_agent_communication')] = LineKind.interAgent;
kindOfType[atom('inter_agent_communication_metadata')] = LineKind.interAgentMetadata;
kindOfType[atom('compacted')] = LineKind.compacted;
kindOfType[atom('turn_context')] = LineKind.turnContext;
kindOfType[atom('world_state')] = LineKind.worldState;
kindOfType[atom('event_msg')] = LineKind.event;
kindOfType[atom('token_usage_record')] = LineKind.usage;

/** What a head says. Reused between calls. */
export interface LineHead {
  kind: number;
  type: number;
  role: number;
  flags: number;
}

/** Finds the atom of a byte run; given by the caller, since finding atoms is a kernel's business. */
export type FindAtom = (bytes: Uint8Array, from: number, length: number) => number;

/**
 * Reads the head of the line at `bytes[from, to)` into `out`; `to` may lie before the line's end.
 * @returns false when the head has not the written form.
 */
export function readHead(
  bytes: Uint8Array,
  from: number,
  to: number,
  findAtom: FindAtom,
  out: LineHead,
): boolean {
  out.flags = 0;
  out.role = 0;
  out.type = 0;
  if (!matches(bytes, from, to, open)) return false;
  let position = stringEnd(bytes, from + open.length, to);
  if (position < 0 || bytes[position] !== 0x2c) return false;
  position += 1;
  if (matches(bytes, position, to, ordinalKey)) {
    position += ordinalKey.length;
    const digits = position;
    while (
      position < to &&
      (bytes[position] as number) >= 0x30 &&
      (bytes[position] as number) <= 0x39
    ) {
      position += 1;
    }
    const count = position - digits;
    if (count === 0 || count > 15 || (count > 1 && bytes[digits] === 0x30)) return false;
    if (bytes[position] !== 0x2c) return false;
    position += 1;
    out.flags |= LineFlag.ordinal;
  }
  if (!matches(bytes, position, to, typeKey)) return false;
  position += typeKey.length;
  let end = stringEnd(bytes, position, to);
  if (end < 0) return false;
  const kind = kindOfType[findAtom(bytes, position, end - 1 - position)] as number;
  if (kind === 0 || bytes[end] !== 0x2c) return false;
  out.kind = kind;
  position = end + 1;
  if (!matches(bytes, position, to, payloadKey)) return false;
  position += payloadKey.length;
  if (kind === LineKind.compacted) {
    // The message may stand elsewhere, but no writer puts it there.
    if (!matches(bytes, position, to, messageKey)) return false;
    if (bytes[position + messageKey.length] === 0x22) out.flags |= LineFlag.emptyMessage;
  }
  if (kind !== LineKind.item && kind !== LineKind.event) return true;
  if (!matches(bytes, position, to, typeKey)) return false;
  position += typeKey.length;
  end = stringEnd(bytes, position, to);
  if (end < 0) return false;
  out.type = findAtom(bytes, position, end - 1 - position);
  if (out.type !== messageType || kind !== LineKind.item) return true;
  position = end + 1;
  if (matches(bytes, position, to, idKey)) {
    end = stringEnd(bytes, position + idKey.length, to);
    if (end < 0) return false;
    position = end + 1;
  }
  if (!matches(bytes, position, to, roleKey)) return false;
  position += roleKey.length;
  end = stringEnd(bytes, position, to);
  if (end < 0) return false;
  out.role = findAtom(bytes, position, end - 1 - position);
  return true;
}

const messageType = atom('message');

function matches(bytes: Uint8Array, from: number, to: number, text: Uint8Array): boolean {
  const length = text.length;
  if (from + length > to) return false;
  for (let index = 0; index < length; index += 1) {
    if (bytes[from + index] !== text[index]) return false;
  }
  return true;
}

/** The position behind the closing quote of a string without escapes, or -1. */
function stringEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let position = from; position < to; position += 1) {
    const byte = bytes[position] as number;
    if (byte === 0x22) return position + 1;
    if (byte === 0x5c || byte < 0x20) return -1;
  }
  return -1;
}
