/** Measures what a prompt is made of, in the order a model reads it; what a later request repeats is measured once. */

import { hash } from 'node:crypto';
import type { Inference } from '../../contract/inference.js';
import { isRecord } from '../../contract/json-record.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { TracePart } from '../../contract/trace.js';
import { fieldPart, imagesOf, itemParts, type RequestPart } from '../request-parts.js';

/** A text of the prompt. */
export interface MeasuredPart {
  readonly name: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly digest: string;
}

export interface MeasuredImage {
  readonly digest: string;
  readonly bytes: number;
}

/** The base instructions, the tools, or one item: what a cache of prefixes has whole or not at all. */
export interface Segment {
  /** Of its bytes in the body. */
  readonly digest: string;
  readonly bytes: number;
  /** Of its texts. */
  readonly tokens: number;
  readonly parts: readonly MeasuredPart[];
  readonly images: readonly MeasuredImage[];
}

export interface MeasuredPrompt {
  readonly model: string;
  readonly segments: readonly Segment[];
}

/** Fields that a model reads, in the order it is taken to read them, before the input. */
const readFields: readonly string[] = ['/instructions', '/tools'];

/** Measures the requests of one session. */
export class SegmentMeter {
  readonly #counter: TokenCounter;
  readonly #known = new Map<string, Segment>();

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  measure({ body, trace }: Inference): MeasuredPrompt {
    const outer = trace.parts.filter(({ kind }) => kind !== 'content');
    const fields = readFields.flatMap((path) => outer.filter((part) => part.path === path));
    const items = outer.filter(({ kind }) => kind === 'item');
    const bytesOf = ({ startBytes, endBytes }: TracePart): Uint8Array =>
      body.subarray(startBytes, endBytes);
    const model = outer.find(({ path }) => path === '/model');
    return {
      model: model === undefined ? 'not told' : String(parse(bytesOf(model))),
      segments: [
        ...fields.map((part) => this.#segmentOf(bytesOf(part), part.path.slice(1))),
        ...items.map((part) => this.#segmentOf(bytesOf(part), '')),
      ],
    };
  }

  /** @param key of a field; empty for an item */
  #segmentOf(bytes: Uint8Array, key: string): Segment {
    const digest = `${key}${hash('sha256', bytes, 'base64')}`;
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const value = parse(bytes);
    const item = isRecord(value) ? value : {};
    const texts = key === '' ? itemParts(item, '') : [fieldPart(key, value)];
    const parts = texts.map((part) => this.#measure(part));
    const segment: Segment = {
      digest,
      bytes: bytes.length,
      tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      parts,
      images: imagesOf(item).map((url) => ({ digest: hash('sha256', url), bytes: url.length })),
    };
    this.#known.set(digest, segment);
    return segment;
  }

  #measure({ name, text }: RequestPart): MeasuredPart {
    return {
      name,
      bytes: Buffer.byteLength(text),
      tokens: this.#counter.count(text),
      digest: hash('sha256', text, 'base64'),
    };
  }
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
