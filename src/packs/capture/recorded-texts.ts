/** The texts in what was sent to the model, and ways to find one of them. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ModelCall } from './mock-service.js';

export interface RecordedText {
  readonly role: string;
  readonly text: string;
}

/** All texts of the calls' inputs in their order: message parts and outputs of tools. */
export function textsOfCalls(calls: readonly ModelCall[]): readonly RecordedText[] {
  return calls.flatMap(({ body }) => textsOfItems(itemsOf(body)));
}

/** Items of a request's input. */
export function itemsOf(body: JsonRecord): readonly JsonRecord[] {
  const { input } = body;
  return Array.isArray(input) ? input.filter(isRecord) : [];
}

export function textsOfItems(items: readonly JsonRecord[]): readonly RecordedText[] {
  return items.flatMap((item) => {
    const role = typeof item['role'] === 'string' ? item['role'] : String(item['type']);
    return [item['content'], item['output']].flatMap((value) => {
      const parts: readonly unknown[] = Array.isArray(value) ? value : [{ text: value }];
      return parts.flatMap((part) =>
        isRecord(part) && typeof part['text'] === 'string' ? [{ role, text: part['text'] }] : [],
      );
    });
  });
}

/** The texts between the tags, tags included, each once. */
export function fragmentsOf(texts: readonly RecordedText[], tag: string): readonly string[] {
  const found = texts
    .map(({ text }) => text)
    .filter((text) => text.startsWith(`<${tag}>`) && text.endsWith(`</${tag}>`));
  return [...new Set(found)];
}

/** The first fragment with that tag, or an error that says it was not sent. */
export function fragmentOf(texts: readonly RecordedText[], tag: string): string {
  const [fragment] = fragmentsOf(texts, tag);
  if (fragment === undefined) throw new NotSeen(`no <${tag}> was sent`);
  return fragment;
}

/** What should have been in a recording and was not. */
export class NotSeen extends Error {
  override readonly name = 'NotSeen';
}

/** `value`, or an error that says what was not seen. */
export function seen<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new NotSeen(what);
  return value;
}
