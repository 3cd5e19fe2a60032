/** Reads the labels that newer releases write beside a message's content parts (spec 4 §1.2). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

/** @returns one a part, undefined for a part without one; the list may be shorter than the content */
export function labelsOf(item: JsonRecord): readonly (string | undefined)[] {
  const metadata = item['internal_chat_message_metadata_passthrough'];
  const kinds: unknown = isRecord(metadata) ? metadata['content_item_kinds'] : undefined;
  if (!Array.isArray(kinds)) return [];
  return kinds.map((kind: unknown) => (typeof kind === 'string' ? kind : undefined));
}
