/** Context messages among the items of a request: read as parts with their sections, and put together anew. */

import { atom } from '../../contract/atoms.js';
import type { RolloutBytes } from '../../contract/bytes.js';
import type { ContextPart, SectionId } from '../../contract/context.js';
import { ItemFlag, type ItemTable } from '../../contract/item-table.js';
import { isRecord } from '../../contract/json-record.js';
import type { JsonScanner } from '../../contract/kernels.js';
import { Kind } from '../../contract/tape.js';
import { findKey, kindAt, nextAfter, outerEnd, outerStart } from '../../contract/tape-reader.js';
import { type RecordedPart, sectionsOf } from '../../fragments/sections.js';
import { viewWhole } from '../../rollout/scan-line.js';
import { labelsOf } from '../part-labels.js';
import type { SessionSource } from '../session-source.js';

/** A user or developer message, with what each of its parts is. */
export interface ContextItem {
  readonly item: number;
  readonly role: 'user' | 'developer';
  readonly parts: readonly RecordedPart[];
  readonly sections: readonly (SectionId | undefined)[];
}

/** A part of a message that is put together anew: one it had, by position, or one that is made. */
export type NewPart = number | ContextPart;

const contentAtom = atom('content');
const metadataAtom = atom('internal_chat_message_metadata_passthrough');

/** The message an item is, or undefined for an item that can hold no context. */
export function readContextItem(source: SessionSource, item: number): ContextItem | undefined {
  const flags = source.table.flags[item] as number;
  const role = roleOf(flags);
  if (role === undefined) return undefined;
  const value = source.itemValue(item);
  const content: unknown = isRecord(value) ? value['content'] : undefined;
  if (!isRecord(value) || !Array.isArray(content)) return undefined;
  const labels = labelsOf(value);
  const parts = content.map((part: unknown, position) => ({
    role,
    text: textOf(part),
    label: labels[position],
  }));
  return { item, role, parts, sections: sectionsOf(parts) };
}

function roleOf(flags: number): 'user' | 'developer' | undefined {
  if ((flags & ItemFlag.developer) !== 0) return 'developer';
  return (flags & ItemFlag.contextualUser) === 0 ? undefined : 'user';
}

function textOf(part: unknown): string {
  const text = isRecord(part) ? part['text'] : undefined;
  return typeof text === 'string' ? text : '';
}

/** The bytes of an item as it is sent. */
export function sentBytes(table: ItemTable, bytes: RolloutBytes, item: number): Uint8Array {
  const { pieces } = table;
  const chunks: Uint8Array[] = [];
  const last = table.firstPiece[item + 1] as number;
  for (let piece = table.firstPiece[item] as number; piece < last; piece += 1) {
    const start = pieces.pairs[piece * 2] as number;
    const end = pieces.pairs[piece * 2 + 1] as number;
    const chunk =
      start < 0 ? (pieces.literals[-1 - start] as Uint8Array) : viewWhole(bytes, start, end);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

/**
 * A message with other parts, all else as it was.
 * @param sent the message's bytes
 * @returns its bytes with `parts` in the place of its content, and its lists of labels in step
 */
export function withParts(
  sent: Uint8Array,
  parts: readonly NewPart[],
  scanner: JsonScanner,
): Uint8Array {
  scanner.reset();
  scanner.step(sent, 0, sent.length, 0, true);
  const { tape } = scanner;
  const content = findKey(tape, 0, contentAtom);
  const metadata = findKey(tape, 0, metadataAtom);
  const edits = [listEdit(tape, content, parts.map(contentOf))];
  if (metadata >= 0 && kindAt(tape, metadata) === Kind.object) {
    for (const [name, valueOf] of metadataLists) {
      const list = findKey(tape, metadata, name);
      if (list >= 0 && kindAt(tape, list) === Kind.array) {
        edits.push(listEdit(tape, list, parts.map(valueOf)));
      }
    }
  }
  return applyEdits(sent, edits);
}

/** How the entry of a new part looks in the lists that run beside the content. */
const metadataLists: readonly (readonly [number, (part: NewPart) => number | string])[] = [
  [atom('content_item_kinds'), labelOf],
  [atom('content_item_metadata'), provenanceOf],
];

/** A list on the tape and what it is to hold: entries it has, by position, or new JSON. */
interface ListEdit {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly (string | readonly [start: number, end: number])[];
}

function contentOf(part: NewPart): number | string {
  if (typeof part === 'number') return part;
  return `{"type":"input_text","text":${JSON.stringify(part.text)}}`;
}

function labelOf(part: NewPart): number | string {
  return typeof part === 'number' ? part : JSON.stringify(part.label);
}

function provenanceOf(part: NewPart): number | string {
  if (typeof part === 'number') return part;
  const own = part.section === 'agents_md' || part.section === 'skills' ? part.section : undefined;
  return own === undefined
    ? '{"provenance":{"type":"harness","hook":false}}'
    : `{"provenance":{"type":"${own}"}}`;
}

function listEdit(tape: Uint32Array, list: number, wanted: readonly (number | string)[]): ListEdit {
  const ranges: (readonly [number, number])[] = [];
  const last = nextAfter(tape, list);
  for (let entry = list + 1; entry < last; entry = nextAfter(tape, entry)) {
    ranges.push([outerStart(tape, entry), outerEnd(tape, entry)]);
  }
  const entries = wanted.map((entry) => (typeof entry === 'string' ? entry : ranges[entry]));
  return {
    start: outerStart(tape, list),
    end: outerEnd(tape, list),
    // A list may be shorter than the content it stands for.
    entries: entries.filter((entry) => entry !== undefined),
  };
}

function applyEdits(sent: Uint8Array, edits: readonly ListEdit[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    chunks.push(sent.subarray(from, edit.start), Buffer.from('['));
    edit.entries.forEach((entry, position) => {
      if (position > 0) chunks.push(Buffer.from(','));
      chunks.push(
        typeof entry === 'string' ? Buffer.from(entry) : sent.subarray(entry[0], entry[1]),
      );
    });
    chunks.push(Buffer.from(']'));
    from = edit.end;
  }
  chunks.push(sent.subarray(from));
  return Buffer.concat(chunks);
}
