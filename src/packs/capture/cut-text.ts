/** Cuts a pack's text out of a recorded fragment, and puts it back. */

import { NotSeen } from './recorded-texts.js';

/** What stands around the text. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The tag shape `<tag>` newline text newline `</tag>`. */
export function linedTag(tag: string): Frame {
  return { before: `<${tag}>\n`, after: `\n</${tag}>` };
}

/** The tag shape `<tag>` text `</tag>`. */
export function tightTag(tag: string): Frame {
  return { before: `<${tag}>`, after: `</${tag}>` };
}

/** The text in the frame; an error when the recorded one has another shape. */
export function cutFrame(recorded: string, { before, after }: Frame): string {
  const fits =
    recorded.length >= before.length + after.length &&
    recorded.startsWith(before) &&
    recorded.endsWith(after);
  if (!fits) {
    throw new NotSeen(`a text does not have the form ${shown(before)}…${shown(after)}`);
  }
  return recorded.slice(before.length, recorded.length - after.length);
}

/** A text's ends, as a reason shows them. */
function shown(text: string): string {
  const longest = 40;
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

export function putFrame(text: string, { before, after }: Frame): string {
  return `${before}${text}${after}`;
}

/** What lies between two markers of a recorded text. */
export function between(recorded: string, before: string, after: string): string {
  const start = recorded.indexOf(before);
  const end = recorded.indexOf(after, start + before.length);
  if (start === -1 || end === -1) {
    throw new NotSeen(`a text lacks ${JSON.stringify(start === -1 ? before : after)}`);
  }
  return recorded.slice(start + before.length, end);
}

/** The text before a marker. */
export function upTo(recorded: string, marker: string): string {
  const end = recorded.indexOf(marker);
  if (end === -1) throw new NotSeen(`a text lacks ${JSON.stringify(marker)}`);
  return recorded.slice(0, end);
}

/** Values by the name of their placeholder `{{ name }}`. */
export type Values = Readonly<Record<string, string>>;

/** Puts each placeholder where its value stands; longer values first, so that one inside another is not cut. */
export function replaceValues(recorded: string, values: Values): string {
  const entries = Object.entries(values).toSorted(([, one], [, two]) => two.length - one.length);
  let text = recorded;
  for (const [name, value] of entries) text = text.replaceAll(value, () => `{{ ${name} }}`);
  return text;
}

/** Puts the values where their placeholders stand, in one pass. */
export function fillValues(text: string, values: Values): string {
  return text.replaceAll(/\{\{ ([a-z_]+) \}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Replaces the last occurrence of a word. */
export function replaceLast(recorded: string, word: string, replacement: string): string {
  const at = recorded.lastIndexOf(word);
  if (at === -1) throw new NotSeen(`a text lacks ${JSON.stringify(word)}`);
  return `${recorded.slice(0, at)}${replacement}${recorded.slice(at + word.length)}`;
}
