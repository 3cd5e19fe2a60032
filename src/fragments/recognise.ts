/** Tells whether a text is a contextual fragment, and which. */

import { trimEnd, trimStart } from '../contract/white-space.js';
import { isHookPrompt } from './hook-prompt.js';
import { developerNotes, type FragmentRow, fragmentRows } from './registry.js';

const userRows = fragmentRows.filter((row) => row.role === 'user');
const developerRows = fragmentRows.filter((row) => row.role === 'developer');

/** A text that may be too long to hold: its head and tail, and the whole when a rule needs it. */
export interface FragmentText {
  /** The first characters; all of them when the text is short. */
  readonly head: string;
  /** The last characters. */
  readonly tail: string;
  /** The whole text. */
  readonly whole: () => string;
}

/** The kind of a user-role text (spec 3 §4.1), or undefined when it counts as a person's words. */
export function recogniseUser(text: FragmentText): string | undefined {
  const head = trimStart(text.head);
  const first = head.charCodeAt(0);
  // `<`, `#` and `W` open every row.
  if (first !== 0x3c && first !== 0x23 && first !== 0x57) return undefined;
  const trimmed = { head, tail: trimEnd(text.tail), whole: text.whole };
  return userRows.find((row) => matches(row, trimmed))?.kind;
}

/** The kind of a developer-role text that rollback may trim (spec 3 §4.2), or undefined. */
export function recogniseDeveloper(text: FragmentText): string | undefined {
  const head = trimStart(text.head);
  if (!head.startsWith('<')) return undefined;
  return developerRows.find((row) => startsWithFolded(head, row.open))?.kind;
}

/** The kind of a developer text that is context by its tags though no rule of history names it, or undefined. */
export function recogniseDeveloperNote(text: FragmentText): string | undefined {
  const trimmed = { head: trimStart(text.head), tail: trimEnd(text.tail), whole: text.whole };
  return developerNotes.find((row) => matches(row, trimmed))?.kind;
}

/** Whether a recognised user text steers a goal, in the form of today or an older one with tags (spec 3 §6). */
export function steersGoal(kind: string | undefined, text: FragmentText): boolean {
  if (kind === 'goal_context') return true;
  return kind === 'internal_context' && /^[^>]* source="goal">/.test(trimStart(text.head));
}

/** Whether a row is that of a text whose ends have been trimmed. */
function matches(row: FragmentRow, { head, tail, whole }: FragmentText): boolean {
  switch (row.rule) {
    case 'both-ends':
      return startsWithFolded(head, row.open) && endsWithFolded(tail, row.close);
    case 'both-ends-exact':
      return head.startsWith(row.open) && tail.endsWith(row.close);
    case 'prefix':
      return startsWithFolded(head, row.open);
    case 'prefix-exact':
      return head.startsWith(row.open);
    case 'source-attribute': {
      if (!head.startsWith(row.open) || !tail.endsWith(row.close)) return false;
      return /^[a-z][a-z0-9_]*">/.test(head.slice(row.open.length));
    }
    case 'named-pair': {
      const name = /^<external_([^>]*)>/.exec(head)?.[1];
      return name !== undefined && tail.endsWith(`${row.close}${name}>`);
    }
    case 'hook-prompt':
      return head.startsWith(row.open) && isHookPrompt(whole());
    default:
      return row.rule satisfies never;
  }
}

function startsWithFolded(text: string, start: string): boolean {
  return isSameFolded(text, 0, start);
}

function endsWithFolded(text: string, end: string): boolean {
  return text.length >= end.length && isSameFolded(text, text.length - end.length, end);
}

/** Whether `text` has `part` at `from`, but for the case of ASCII letters. Most are told apart by one letter. */
function isSameFolded(text: string, from: number, part: string): boolean {
  if (from + part.length > text.length) return false;
  for (let position = 0; position < part.length; position += 1) {
    if (foldAscii(text.charCodeAt(from + position)) !== foldAscii(part.charCodeAt(position))) {
      return false;
    }
  }
  return true;
}

function foldAscii(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
