/** Takes a request apart into what a reader would call its parts, each with a name, a text and an identity. */

import { hash } from 'node:crypto';
import { labelsOf } from '../assemble/part-labels.js';
import { isRecord, type JsonRecord, textIn } from '../contract/json-record.js';
import { fragmentKindOf, sectionsOf } from '../fragments/sections.js';

export interface RequestPart {
  /** JSON pointer into the body. */
  readonly path: string;
  /** A section, a kind of fragment, `user message`, `function_call_output`, or the key of a field. */
  readonly name: string;
  readonly isField: boolean;
  /** What the model reads of it; JSON where that is no text. */
  readonly text: string;
  /** All of it as JSON, with the members of the message around it: parts are equal when these are. */
  readonly json: string;
}

/** Fields in their order, then the input. */
export function partsOf(request: JsonRecord): readonly RequestPart[] {
  const fields = Object.keys(request).filter((key) => key !== 'input');
  const input = request['input'];
  return [
    ...fields.map((key) => fieldPart(key, request[key])),
    ...(Array.isArray(input) ? input : []).flatMap((item: unknown, position) =>
      itemParts(isRecord(item) ? item : {}, `/input/${position}`),
    ),
  ];
}

/** A member of the body beside its input. */
export function fieldPart(key: string, value: unknown): RequestPart {
  return {
    path: `/${key}`,
    name: key === 'instructions' ? 'base_instructions' : key,
    isField: true,
    text: typeof value === 'string' ? value : prettyJson(value),
    json: JSON.stringify(value) ?? 'null',
  };
}

/** An item of the input: a message by its content, anything else as one part. */
export function itemParts(item: JsonRecord, path: string): readonly RequestPart[] {
  const { content, ...frame } = item;
  const type = textIn(item, 'type') ?? 'message';
  if (type !== 'message' || !Array.isArray(content)) {
    const json = JSON.stringify(item);
    return [{ path, name: type, isField: false, text: itemText(item), json }];
  }
  const role = textIn(item, 'role') ?? '';
  const labels = labelsOf(item);
  const texts = content.map((part: unknown, position) => ({
    role,
    text: (isRecord(part) ? textIn(part, 'text') : undefined) ?? '',
    label: labels[position],
  }));
  const sections = sectionsOf(texts);
  const around = JSON.stringify(withoutLabels(frame));
  return content.map((part: unknown, position): RequestPart => {
    const text = texts[position];
    const fragment = text === undefined ? undefined : fragmentKindOf(text);
    return {
      path: `${path}/content/${position}`,
      name: sections[position] ?? fragment ?? `${role} message`,
      isField: false,
      text: contentText(part),
      json: [around, labels[position] ?? '', JSON.stringify(part)].join('\n'),
    };
  });
}

/** The labels stand in one list for all parts: each belongs to its part, not to its neighbours. */
function withoutLabels(frame: JsonRecord): JsonRecord {
  const key = 'internal_chat_message_metadata_passthrough';
  const metadata = frame[key];
  if (!isRecord(metadata)) return frame;
  const { content_item_kinds: _labels, ...rest } = metadata;
  return { ...frame, [key]: rest };
}

/** The members that hold words, one below the other; all of the item where none does. */
function itemText(item: JsonRecord): string {
  const words = ['name', 'arguments', 'input', 'output', 'summary'].flatMap((key) => {
    const value = item[key];
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? [value.map(contentText).join('\n')] : [];
  });
  return words.length === 0 ? prettyJson(item) : words.join('\n');
}

function contentText(part: unknown): string {
  if (!isRecord(part)) return prettyJson(part);
  const image = textIn(part, 'image_url');
  return textIn(part, 'text') ?? (image === undefined ? prettyJson(part) : imageText(image));
}

/** The images of an item, as the URLs they are sent as. */
export function imagesOf(item: JsonRecord): readonly string[] {
  return [item['content'], item['output']].flatMap((list) => {
    const parts: readonly unknown[] = Array.isArray(list) ? list : [];
    return parts.filter(isRecord).flatMap((part) => textIn(part, 'image_url') ?? []);
  });
}

/** An image is told by its digest: its base64 would be no reading. */
function imageText(url: string): string {
  const head = /^data:([^;,]*)/.exec(url)?.[1];
  if (head === undefined) return `[image ${url}]`;
  return `[image ${head}, ${url.length} characters, sha256 ${hash('sha256', url).slice(0, 12)}]`;
}

function prettyJson(value: unknown): string {
  return JSON.stringify(value, withSealsNamed, 2) ?? '';
}

/** What the server alone can read is told by its digest too, and weighs no tokens of text. */
function withSealsNamed(key: string, value: unknown): unknown {
  if (key !== 'encrypted_content' || typeof value !== 'string') return value;
  return `[sealed, ${value.length} characters, sha256 ${hash('sha256', value).slice(0, 12)}]`;
}
