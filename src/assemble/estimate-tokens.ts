/** Estimates what items cost a model's window, by the reference release's rule of four bytes a token (spec 3 §7). */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import { isRecord } from '../contract/json-record.js';
import type { SessionSource } from './session-source.js';

/** Bytes that an inline image is taken for, whatever its payload. */
const imageBytes = 7373;

/** Bytes of an encrypted text that its reader does not get to see. */
const encryptedOverhead = 650;

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
    if (payload !== null) difference += imageBytes - (url.length - payload[0].length);
  }
  return difference;
}
