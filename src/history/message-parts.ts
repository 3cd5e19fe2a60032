/** Messages with other content parts: what stands parallel to the parts, labels and origins, stays in step (spec 4 §1.2). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

const metadataKey = 'internal_chat_message_metadata_passthrough';

/** What the harness itself puts into a message. */
export const fromHarness: JsonRecord = { provenance: { type: 'harness', hook: false } };
const unknownOrigin: JsonRecord = { provenance: { type: 'unknown' } };
const unknownLabel = 'unknown';

/** A part of the new content and where its label comes from. */
export interface NewPart {
  readonly part: JsonRecord;
  /** The part of the old content it is taken from; undefined: the harness made it. */
  readonly from: number | undefined;
}

export function inputText(text: string): JsonRecord {
  return { type: 'input_text', text };
}

/**
 * The message with `parts` as its content.
 * @param addsOrigins whether a message without origins gets them; else only a list that is there is kept in step
 */
export function withParts(
  message: JsonRecord,
  parts: readonly NewPart[],
  { addsOrigins }: { readonly addsOrigins: boolean },
): JsonRecord {
  const content = parts.map(({ part }) => part);
  const metadata = message[metadataKey];
  if (!isRecord(metadata)) return { ...message, content };
  const { content_item_kinds: labels, content_item_metadata: origins } = metadata;
  const stepped: Record<string, unknown> = { ...metadata };
  if (Array.isArray(labels)) {
    stepped['content_item_kinds'] = parts.map(
      ({ from }) => elementAt(labels, from) ?? unknownLabel,
    );
  }
  if (Array.isArray(origins) || (addsOrigins && Array.isArray(labels))) {
    const known: readonly unknown[] = Array.isArray(origins) ? origins : [];
    stepped['content_item_metadata'] = parts.map(({ from }) =>
      from === undefined ? fromHarness : (elementAt(known, from) ?? unknownOrigin),
    );
  }
  return { ...message, content, [metadataKey]: stepped };
}

/** A message of one text that keeps nothing of the old one but its metadata. */
export function asNewMessage(message: JsonRecord, text: string): JsonRecord {
  const made: JsonRecord = { type: 'message', role: 'user', content: [inputText(text)] };
  const metadata = message[metadataKey];
  return metadata === undefined ? made : { ...made, [metadataKey]: metadata };
}

/** A compaction's summary; newer releases label it. */
export function summaryMessage(
  text: string,
  { isLabelled }: { readonly isLabelled: boolean },
): JsonRecord {
  const made: JsonRecord = { type: 'message', role: 'user', content: [inputText(text)] };
  if (!isLabelled) return made;
  const metadata = {
    content_item_kinds: ['compaction.summary'],
    content_item_metadata: [fromHarness],
  };
  return { ...made, [metadataKey]: metadata };
}

function elementAt(list: readonly unknown[], place: number | undefined): unknown {
  return place === undefined ? undefined : list[place];
}
