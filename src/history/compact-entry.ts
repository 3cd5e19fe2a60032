/** What a compaction looks at: an item of the history as JSON, with what it is for the rules of history (spec 3 §5). */

import { ItemFlag } from '../contract/item-table.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';

export interface HistoryEntry {
  /** In canonical form, with id and metadata. */
  readonly value: JsonRecord;
  /** Bits of `ItemFlag`. */
  readonly flags: number;
}

/** An item of the history after a compaction. */
export interface CompactedEntry extends HistoryEntry {
  /** Its place in the history before; undefined for what the compaction brought. */
  readonly from: number | undefined;
  readonly change: 'kept' | 'cut' | 'added';
}

/** A text's head, the marker, and its tail, when it was longer than a number of tokens. */
export type CutText = readonly [head: string, marker: string, tail: string];

/** Cuts the middle out of a text; undefined when it fits. Given by the caller, since the rule is that of tool outputs. */
export type CutToTokens = (text: string, tokens: number) => CutText | undefined;

/** Whether a person wrote it. */
export function isPersons({ flags }: HistoryEntry): boolean {
  return (flags & ItemFlag.user) !== 0 && (flags & ItemFlag.contextualUser) === 0;
}

export function isHookMessage({ flags }: HistoryEntry): boolean {
  return (flags & ItemFlag.hookMessage) !== 0;
}

export function isAgentMessage({ value }: HistoryEntry): boolean {
  return value['type'] === 'agent_message';
}

/** Tokens of a text, four bytes each. */
export function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** The content parts of a message; empty for what has none. */
export function partsOf({ value }: HistoryEntry): readonly JsonRecord[] {
  const content = value['content'];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** A part's text; undefined for a part that is none. */
export function textOf(part: JsonRecord): string | undefined {
  const { type, text } = part;
  return type === 'input_text' && typeof text === 'string' ? text : undefined;
}

/** The places of the parts a person wrote as text: tags that wrap an image are none (spec 3 §4.1). */
export function writtenParts(entry: HistoryEntry): readonly number[] {
  const parts = partsOf(entry);
  const isImage = (place: number): boolean => parts[place]?.['type'] === 'input_image';
  return [...parts.keys()].filter((place) => {
    const text = textOf(parts[place] ?? {});
    if (text === undefined) return false;
    if (isImage(place + 1) && /^<image(?: name=[^>]*)?>$/.test(text)) return false;
    return !(isImage(place - 1) && text === '</image>');
  });
}

/** All that a person wrote, without anything between the parts. */
export function writtenText(entry: HistoryEntry): string {
  const parts = partsOf(entry);
  return writtenParts(entry)
    .map((place) => textOf(parts[place] ?? {}) ?? '')
    .join('');
}
