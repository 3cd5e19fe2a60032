/** Estimates what items cost a model's window, by the reference release's rule of four bytes a token (spec 3 §7). */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import type { RulesProfile } from '../contract/rules.js';
import type { SessionSource } from './session-source.js';

/** Bytes that an inline image is taken for, whatever its payload. */
const imageBytes = 7373;

/** Bytes of an encrypted text that its reader does not get to see. */
const encryptedOverhead = 650;

/** A share of a sealed output part that counts. */
const sealedOutputShare = 9 / 16;

/** Patches of 32 pixels that an image in its original size may take, each a token. */
const mostPatches = 10_000;
const patchPixels = 32;

const encryptedTypeNames: ReadonlySet<unknown> = new Set([
  'reasoning',
  'compaction',
  'compaction_summary',
  'context_compaction',
]);
const encryptedTypes = new Set([atom('reasoning'), atom('compaction'), atom('context_compaction')]);

/** Tokens of a text of that many bytes. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** Tokens of one item. */
export function estimateItem(source: SessionSource, item: number): number {
  const { table } = source;
  const sent = table.byteLengths[item] as number;
  const recorded = table.recordedLengths[item] as number;
  if (encryptedTypes.has(table.types[item] as number)) {
    const value = source.itemValue(item);
    const encrypted = isRecord(value) ? value['encrypted_content'] : undefined;
    if (typeof encrypted === 'string') {
      return tokensOf(Math.max(0, Math.floor((encrypted.length * 3) / 4) - encryptedOverhead));
    }
  }
  // A cut output counts as cut; any other item with the id and metadata it was recorded with.
  const isCut = ((table.flags[item] as number) & ItemFlag.truncatable) !== 0 && sent < recorded / 2;
  const bytes = isCut ? sent : Math.max(sent, recorded);
  if (((table.flags[item] as number) & ItemFlag.image) === 0) return tokensOf(bytes);
  return tokensOf(bytes + imageDifference(source.itemValue(item)));
}

/**
 * Tokens of an item as it is recorded. Older releases count all of it, with id and metadata; newer ones what the model
 * reads of messages, agents and tools (measured behind compactions; other types are taken to count whole, without id
 * and metadata).
 */
export function estimateValue(value: JsonRecord, rules: RulesProfile): number {
  const { type, encrypted_content: encrypted } = value;
  if (encryptedTypeNames.has(type) && typeof encrypted === 'string') {
    const tokens = tokensOf(
      Math.max(0, Math.floor((encrypted.length * 3) / 4) - encryptedOverhead),
    );
    return rules.estimatesWords ? Math.max(1, tokens) : tokens;
  }
  if (rules.estimatesWords) return tokensOf(wordBytes(value));
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return tokensOf(bytes + imageDifference(value) + sealedDifference(value));
}

function wordBytes(value: JsonRecord): number {
  const { type, author, recipient, content, tools } = value;
  if (type === 'additional_tools') return Buffer.byteLength(JSON.stringify(tools ?? []));
  if ((type === 'message' || type === 'agent_message') && Array.isArray(content)) {
    const names = [author, recipient].reduce((sum: number, name) => sum + textBytes(name), 0);
    return content.reduce((sum: number, part: unknown) => sum + partBytes(part), names);
  }
  const { id: _id, internal_chat_message_metadata_passthrough: _metadata, ...rest } = value;
  const bytes = Buffer.byteLength(JSON.stringify(rest));
  return bytes + imageDifference(value) + sealedDifference(value);
}

function partBytes(part: unknown): number {
  if (!isRecord(part)) return 0;
  return part['type'] === 'input_image' ? imageBytes : textBytes(part['text']);
}

function textBytes(text: unknown): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : 0;
}

/** What sealed parts of a function's output count less than their length. */
function sealedDifference({ type, output }: JsonRecord): number {
  if (type !== 'function_call_output' || !Array.isArray(output)) return 0;
  let difference = 0;
  for (const part of output) {
    const sealed: unknown = isRecord(part) ? part['encrypted_content'] : undefined;
    if (typeof sealed !== 'string') continue;
    difference += Math.ceil(sealed.length * sealedOutputShare) - sealed.length;
  }
  return difference;
}

/** What the item's inline images count more (or less) than their payload's bytes. */
function imageDifference(value: unknown): number {
  if (!isRecord(value)) return 0;
  const parts: unknown = Array.isArray(value['content']) ? value['content'] : value['output'];
  if (!Array.isArray(parts)) return 0;
  let difference = 0;
  for (const part of parts) {
    const url: unknown = isRecord(part) ? part['image_url'] : undefined;
    if (typeof url !== 'string') continue;
    const payload = /^data:image\/[^,]*;base64,/i.exec(url);
    if (payload === null) continue;
    const data = url.slice(payload[0].length);
    const isOriginal = isRecord(part) && part['detail'] === 'original';
    difference += (isOriginal ? originalBytes(data) : imageBytes) - data.length;
  }
  return difference;
}

/** Bytes an image in its original size counts for: four a patch; that of any other image when its size is not read. */
function originalBytes(base64: string): number {
  const head = Buffer.from(base64.slice(0, 32), 'base64');
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return imageBytes;
  const patches = (pixels: number): number => Math.ceil(pixels / patchPixels);
  const count = patches(head.readUInt32BE(16)) * patches(head.readUInt32BE(20));
  return 4 * Math.min(mostPatches, count);
}
