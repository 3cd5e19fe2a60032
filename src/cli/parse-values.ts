/** Turns the text of a flag into its value; each function says what it would have taken. */

import { PromptmillError } from '../contract/errors.js';
import type { AtSelector } from '../contract/options.js';
import { rulesProfiles, type RulesId } from '../contract/rules.js';

const mostWorkers = 256;

/** `all`, `last`, `next`, `3`, `2..5` */
export function parseAt(text: string): AtSelector {
  if (text === 'all' || text === 'last' || text === 'next') return { kind: text };
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from > to || !Number.isSafeInteger(to)) {
    throw badValue(text, 'all, last, next, a number counted from 0, or a range such as 2..5');
  }
  return { kind: 'range', from, to };
}

export function parseWorkers(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostWorkers) throw badValue(text, `a number from 1 to ${mostWorkers}`);
  return count;
}

/** A number of bytes, 0 and up. */
export function parseByteCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  if (!Number.isSafeInteger(count) || count < 0) {
    throw badValue(text, 'a number of bytes, 0 or more');
  }
  return count;
}

/** `a,b`; no name in an empty text. */
export function parseNames(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

export function parseRules(text: string): RulesId | 'auto' {
  return parseChoice(['auto', ...rulesProfiles.map(({ id }) => id)] as const, text);
}

/** One of a few words. */
export function parseChoice<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw badValue(text, words.join(', '));
  return word;
}

export function parseText(text: string): string {
  if (text === '') throw badValue("''", 'a path');
  return text;
}

function badValue(found: string, expected: string): PromptmillError {
  return new PromptmillError('usage', `${found} is not understood`, { found, expected });
}
