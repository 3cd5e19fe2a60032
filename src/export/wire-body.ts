/** A request body aimed at another server: what is not asked to differ keeps its bytes. */

import type { Loss } from '../contract/chat.js';
import type { ExportOptions } from '../contract/export.js';
import type { Inference } from '../contract/inference.js';
import { isRecord } from '../contract/json-record.js';
import { holdsReadableReasoning } from './encrypted-reasoning.js';
import { elementsOf, type MemberRange, membersOf } from './json-ranges.js';
import { changedMembers } from './retarget.js';
import { pointerStep } from '../contract/json-pointer.js';

export interface WireBody {
  /** JSON in UTF-8; the bytes of the request itself where nothing differs. */
  readonly bytes: Uint8Array;
  readonly model: string | undefined;
  /** What differs from the request that was sent. */
  readonly losses: readonly Loss[];
}

/** Members that are set keep their place; new ones come last. */
export function wireBody(inference: Inference, options: ExportOptions): WireBody {
  const losses: Loss[] = [];
  const bytes = changedBody(inference, options, losses);
  return { bytes, model: modelOf(bytes), losses };
}

function changedBody(inference: Inference, options: ExportOptions, losses: Loss[]): Uint8Array {
  const { body } = inference;
  const changes = changedMembers(options);
  const dropsReasoning = options.encryptedReasoning === 'drop';
  if (changes.size === 0 && !dropsReasoning) return body;
  const members = [...membersOf(body, 0)];
  const written = members.flatMap((member): Uint8Array[] => {
    const { key } = member;
    if (changes.has(key)) return changedMember(member, changes.get(key), losses);
    if (dropsReasoning && key === 'input') return [inputWithoutSealed(inference, member, losses)];
    return [body.subarray(member.startBytes, member.endBytes)];
  });
  const known = new Set(members.map(({ key }) => key));
  for (const [key, value] of changes) {
    if (known.has(key) || value === undefined) continue;
    written.push(memberText(key, value));
    losses.push({ path: pointerStep(key), code: 'changed.field', bytes: 0 });
  }
  return joined('{', written, '}');
}

/** It is the first member of a request, so little is read. */
function modelOf(body: Uint8Array): string | undefined {
  for (const { key, valueBytes, endBytes } of membersOf(body, 0)) {
    if (key !== 'model') continue;
    const model: unknown = JSON.parse(Buffer.from(body.subarray(valueBytes, endBytes)).toString());
    return typeof model === 'string' ? model : undefined;
  }
  return undefined;
}

function changedMember(member: MemberRange, value: unknown, losses: Loss[]): Uint8Array[] {
  const bytes = member.endBytes - member.valueBytes;
  const code = value === undefined ? 'left_out.field' : 'changed.field';
  losses.push({ path: pointerStep(member.key), code, bytes });
  return value === undefined ? [] : [memberText(member.key, value)];
}

function memberText(key: string, value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
}

/** The member `input` without what only the server that made it can read; an item that holds nothing else goes. */
function inputWithoutSealed(inference: Inference, member: MemberRange, losses: Loss[]): Uint8Array {
  const { body, request } = inference;
  const items: readonly unknown[] = Array.isArray(request['input']) ? request['input'] : [];
  const kept = elementsOf(body, member.valueBytes).flatMap(
    ({ startBytes, endBytes }, index): Uint8Array[] => {
      const item = items[index];
      const isSealed =
        isRecord(item) && item['type'] === 'reasoning' && 'encrypted_content' in item;
      if (!isSealed) return [body.subarray(startBytes, endBytes)];
      const path = `/input/${String(index)}`;
      if (!holdsReadableReasoning(item)) {
        const bytes = endBytes - startBytes;
        losses.push({ path, code: 'left_out.encrypted_reasoning', bytes });
        return [];
      }
      const parts = [...membersOf(body, startBytes)];
      for (const part of parts.filter(({ key }) => key === 'encrypted_content')) {
        losses.push({
          path: `${path}/encrypted_content`,
          code: 'left_out.encrypted_reasoning',
          bytes: part.endBytes - part.valueBytes,
        });
      }
      const readable = parts.filter(({ key }) => key !== 'encrypted_content');
      const pieces = readable.map((part) => body.subarray(part.startBytes, part.endBytes));
      return [joined('{', pieces, '}')];
    },
  );
  return joined('"input":[', kept, ']');
}

function joined(open: string, pieces: readonly Uint8Array[], close: string): Uint8Array {
  const comma = Buffer.from(',');
  const separated = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]));
  return Buffer.concat([Buffer.from(open), ...separated, Buffer.from(close)]);
}
