/** Reads one part of a request: what it is, where it comes from, its text and tokens. */

import { optional } from '../../contract/optional-member.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { TracePart } from '../../contract/trace.js';
import type { ExplainedPart } from './explanation.js';
import { groupOf, groupWords } from './group-part.js';
import { textsOf } from './read-texts.js';
import { explainRule } from './rule-words.js';
import { sourceWords } from './source-words.js';

/** A part by itself, apart from what its request makes of it: copies, and the parts inside. */
export interface ReadPart {
  readonly trace: TracePart;
  /** What it says, without what the parts inside say; empty where it says nothing. */
  readonly text: string;
  readonly told: ExplainedPart;
}

export interface PartPlace {
  readonly body: Uint8Array;
  /** The item it stands in, for a content part. */
  readonly item: TracePart | undefined;
  /** The member whose elements are parts of their own. */
  readonly apart: string | undefined;
}

const previewLength = 240;

export class PartReader {
  readonly #file: string;
  readonly #counter: TokenCounter;
  /** By text: most of them stand in many requests, and counting is what costs. */
  readonly #tokens = new Map<string, number>();

  constructor(file: string, counter: TokenCounter) {
    this.#file = file;
    this.#counter = counter;
  }

  read(trace: TracePart, { body, item, apart }: PartPlace): ReadPart {
    const { kind, path, type, origin, startBytes, endBytes } = trace;
    const texts = this.#textsIn(trace, body, apart);
    const text = texts.join('\n');
    const group = groupOf(trace, item);
    return {
      trace,
      text,
      told: {
        kind,
        path,
        group,
        what: groupWords(group),
        type,
        ...optional('role', trace.role),
        source: { words: sourceWords(origin, this.#file), origin },
        rule: explainRule(trace.rule),
        startBytes,
        bytes: endBytes - startBytes,
        ...(texts.length === 0 ? {} : { tokens: this.#count(texts) }),
        ...optional('preview', previewOf(texts)),
        ...optional('enteredAt', trace.enteredAt),
        copies: 1,
        ...optional('cutBytes', trace.cutBytes),
        parts: [],
      },
    };
  }

  #textsIn(
    { kind, path, startBytes, endBytes }: TracePart,
    body: Uint8Array,
    apart: string | undefined,
  ): readonly string[] {
    const json = Buffer.from(body.subarray(startBytes, endBytes)).toString('utf8');
    const value: unknown = JSON.parse(json);
    if (kind !== 'field') return textsOf(value, apart);
    return readFields.has(path) ? textsOf(value) : [];
  }

  #count(texts: readonly string[]): number {
    let sum = 0;
    for (const text of texts) {
      const tokens = this.#tokens.get(text) ?? this.#counter.count(text);
      this.#tokens.set(text, tokens);
      sum += tokens;
    }
    return sum;
  }
}

/** The fields that a model reads; the others are for the server. */
const readFields: ReadonlySet<string> = new Set(['/instructions', '/tools']);

function previewOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  // A pair is not cut in its middle.
  return texts
    .join(' ')
    .slice(0, previewLength)
    .replace(/[\uD800-\uDBFF]$/, '');
}
