/** Checks the members of an object against what a format says of each. */

import type { ReportFault } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { holdsLoneSurrogate } from '../lone-surrogates.js';

export interface MemberRule {
  readonly expected: string;
  readonly isRequired: boolean;
  accepts(value: unknown): boolean;
}

/** By key; others are not allowed. */
export type MemberRules = Readonly<Record<string, MemberRule>>;

const mostInt32 = 0x7fff_ffff;
const int32 = 'a whole number from 0 to 2147483647';

export const count: MemberRule = required(int32, isInt32);
export const time: MemberRule = required('a number from 0', isTime);
export const text: MemberRule = required('a string', (value) => typeof value === 'string');
export const texts: MemberRule = required('a list of strings', (value) => {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
});
export const counts: MemberRule = required(`a list, each ${int32}`, isInt32List);
export const anyObject: MemberRule = required('an object with members', (value) => {
  return isRecord(value) && Object.keys(value).length > 0;
});
/** A request body that strict readers take too. */
export const payload: MemberRule = required(
  'an object with members, its text in whole characters',
  (value) => {
    return anyObject.accepts(value) && !holdsLoneSurrogate(value);
  },
);
export const anyList: MemberRule = required('a list with elements', (value) => {
  return Array.isArray(value) && value.length > 0;
});

export function oneOf(...words: readonly string[]): MemberRule {
  return required(words.map((word) => JSON.stringify(word)).join(' or '), (value) => {
    return typeof value === 'string' && words.includes(value);
  });
}

export function optional(rule: MemberRule): MemberRule {
  return { ...rule, isRequired: false };
}

/** @returns the object, when there is nothing to report */
export function checkMembers(
  value: unknown,
  rules: MemberRules,
  { path, report }: { readonly path: string; readonly report: ReportFault },
): JsonRecord | undefined {
  if (!isRecord(value)) {
    report({ path, found: kindOf(value), expected: 'an object' });
    return undefined;
  }
  const wrong = Object.entries(rules).filter(([key, rule]) => isWrong(value, key, rule));
  for (const [key, { expected }] of wrong) {
    report({ path: `${path}/${key}`, found: found(value, key), expected });
  }
  const others = Object.keys(value).filter((key) => !Object.hasOwn(rules, key));
  for (const key of others) {
    report({ path: `${path}/${key}`, found: 'a member of its own', expected: 'no such member' });
  }
  return wrong.length + others.length === 0 ? value : undefined;
}

/** The numbers of a list that was checked. */
export function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : [];
}

/** A number that was checked; 0 where there is none. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function required(expected: string, accepts: (value: unknown) => boolean): MemberRule {
  return { expected, isRequired: true, accepts };
}

function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostInt32;
}

function isInt32List(value: unknown): boolean {
  return Array.isArray(value) && value.every(isInt32);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isWrong(record: JsonRecord, key: string, rule: MemberRule): boolean {
  if (!Object.hasOwn(record, key)) return rule.isRequired;
  return !rule.accepts(record[key]);
}

function found(record: JsonRecord, key: string): string {
  if (!Object.hasOwn(record, key)) return 'nothing';
  const value = record[key];
  const isPlain = typeof value === 'number' || typeof value === 'string';
  return isPlain ? JSON.stringify(value).slice(0, 80) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
