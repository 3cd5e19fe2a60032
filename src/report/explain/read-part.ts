/** Reads one part of a request: what it is, where it comes from, its text and tokens. */

import { optional } from '../../contract/optional-member.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { TracePart } from '../../contract/trace.js';
import type { ExplainedPart } from './explanation.js';
import { groupOf, groupWords } from './group-part.js';
import { jsonOf, type PartPlace, textsInPart } from './read-texts.js';
import { explainRule } from './rule-words.js';
import { sourceWords } from './source-words.js';

/** A part by itself, apart from what its request makes of it: copies, and the parts inside. */
export interface ReadPart {
  readonly trace: TracePart;
  /** What it says, without what the parts inside say; empty where it says nothing. */
  readonly text: string;
  readonly told: ExplainedPart;
}

const previewLength = 240;

export class PartReader {
  readonly #file: string;
  readonly #counter: TokenCounter;

  constructor(file: string, counter: TokenCounter) {
    this.#file = file;
    this.#counter = counter;
  }

  /** @param place its body has a part at `place.position` */
  read(trace: TracePart, place: PartPlace): ReadPart {
    const { kind, path, type, origin, startBytes, endBytes } = trace;
    const texts = textsInPart(place);
    const text = texts.join('\n');
    const group = groupOf(trace, place.parts[trace.parent]);
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
        ...optional(
          'preview',
          previewOf(kind === 'field' && texts.length === 0 ? [jsonOf(place.body, trace)] : texts),
        ),
        ...optional('enteredAt', trace.enteredAt),
        copies: 1,
        ...optional('cutBytes', trace.cutBytes),
        parts: [],
      },
    };
  }

  #count(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + this.#counter.count(text), 0);
  }
}

function previewOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  // A pair is not cut in its middle.
  return texts
    .join(' ')
    .slice(0, previewLength)
    .replace(/[\uD800-\uDBFF]$/, '');
}
