/** A part as the page shows it: the text that the model reads of it, and its name. */

import { isRecord } from '../../contract/json-record.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { DescribedPart, Leaf } from './collect-parts.js';
import { sectionOfLeaf } from './section-of-leaf.js';

export interface DescribeOptions {
  readonly counter: TokenCounter;
  /** The rule with this id in a sentence. */
  readonly wordsOfRule: (id: string) => string;
}

/** @param value the part, parsed */
export function describeLeaf(leaf: Leaf, value: unknown, options: DescribeOptions): DescribedPart {
  const { part } = leaf;
  const text = readableText(value);
  return {
    section: sectionOfLeaf(leaf),
    rule: { id: part.rule, words: options.wordsOfRule(part.rule) },
    title: part.kind === 'field' ? part.type : titleOf(value),
    text,
    tokens: options.counter.count(text),
  };
}

/** The members that hold what is read, by the first that an item has; anything else is shown as JSON. */
const textMembers = ['text', 'arguments', 'input', 'output', 'image_url'];

function readableText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return json(value);
  const member = textMembers.find((name) => typeof value[name] === 'string');
  if (member !== undefined) return String(value[member]);
  return json(value);
}

function titleOf(value: unknown): string {
  return isRecord(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
