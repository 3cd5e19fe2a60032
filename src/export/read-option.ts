/** Reads the options of one format, which come as text. */

import { PromptmillError } from '../contract/errors.js';
import type { ExportFormat } from '../contract/export.js';

type Given = Readonly<Record<string, string>>;

/**
 * One of a few words; the first where none is given.
 * @throws PromptmillError `usage`
 */
export function readChoice<Word extends string>(
  given: Given,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = given[name];
  if (text === undefined) return words[0];
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw badOption(name, text, words.join(', '));
  return word;
}

/**
 * A whole number from 1, or the fallback.
 * @throws PromptmillError `usage`
 */
export function readCount<Fallback>(
  given: Given,
  name: string,
  fallback: Fallback,
): number | Fallback {
  const text = given[name];
  if (text === undefined) return fallback;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || !Number.isSafeInteger(count)) {
    throw badOption(name, text, 'a whole number from 1');
  }
  return count;
}

/** @throws PromptmillError `usage` for an option that the format does not have */
export function refuseOtherOptions({ name, options }: ExportFormat, given: Given): void {
  const other = Object.keys(given).find((option) => !Object.hasOwn(options, option));
  if (other === undefined) return;
  const known = Object.keys(options);
  throw new PromptmillError('usage', `${name} has no option ${other}`, {
    found: other,
    expected: known.length === 0 ? 'no option' : known.join(', '),
    remedy: 'promptmill export --list',
  });
}

function badOption(name: string, found: string, expected: string): PromptmillError {
  return new PromptmillError('usage', `the option ${name} does not take ${found}`, {
    found,
    expected,
    remedy: 'promptmill export --list',
  });
}
