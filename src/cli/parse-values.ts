/** Turns the text of a flag into its value; each function says what it would have taken. */

import { parse as parseToml } from 'smol-toml';
import { PromptmillError } from '../contract/errors.js';
import { type ChoosableSection, choosableSections } from '../contract/context-request.js';
import { type AtSelector, atSelectorOf } from '../contract/options.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { rulesProfiles, type RulesId } from '../contract/rules.js';

const mostWorkers = 256;

/** `all`, `last`, `next`, `3`, `2..5` */
export function parseAt(text: string): AtSelector {
  const selector = atSelectorOf(text);
  if (selector !== undefined) return selector;
  throw badValue(text, 'all, last, next, a number counted from 0, or a range such as 2..5');
}

export function parseWorkers(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostWorkers) throw badValue(text, `a number from 1 to ${mostWorkers}`);
  return count;
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

export function parseSection(text: string): ChoosableSection {
  return parseChoice<ChoosableSection>(choosableSections, text);
}

/** `KEY=VALUE`, as a table of its own: the key may be dotted, the value is TOML, or a string as it stands. */
export function parseSetting(text: string): JsonRecord {
  const [key, value] = splitAtEquals(text, 'KEY=VALUE, such as model=gpt-5.5');
  const table = tomlTable(`${key} = ${value}`) ?? tomlTable(`${key} = ${JSON.stringify(value)}`);
  if (table === undefined) throw badValue(text, 'a key of letters, digits, dots, _ and - before =');
  return table;
}

function tomlTable(text: string): JsonRecord | undefined {
  try {
    const table: unknown = parseToml(text);
    return isRecord(table) && !holdsDate(table) ? table : undefined;
  } catch {
    return undefined;
  }
}

/** No setting is a date; what looks like one is meant as text. */
function holdsDate(value: unknown): boolean {
  if (value instanceof Date) return true;
  return isRecord(value) && Object.values(value).some(holdsDate);
}

/** `KEY=JSON`, as a table of its own; what is no JSON is a string as it stands. */
export function parseBodyMember(text: string): Readonly<Record<string, unknown>> {
  const [key, value] = splitAtEquals(text, 'KEY=JSON, such as temperature=0');
  try {
    return { [key]: JSON.parse(value) as unknown };
  } catch {
    return { [key]: value };
  }
}

/** `NAME=VALUE`, as a table of its own. */
export function parseOption(text: string): Readonly<Record<string, string>> {
  const [name, value] = splitAtEquals(text, 'NAME=VALUE, such as dialect=strict');
  return { [name]: value };
}

function splitAtEquals(text: string, expected: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw badValue(text, expected);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** A whole number from 0. */
export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(count)) throw badValue(text, 'a whole number from 0');
  return count;
}

/** `one,two`; an empty text is an empty list. */
export function parseNameList(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/** `one,two` */
export function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw badValue(`'${text}'`, 'names with commas between them');
  return names;
}

function badValue(found: string, expected: string): PromptmillError {
  return new PromptmillError('usage', `${found} is not understood`, { found, expected });
}
