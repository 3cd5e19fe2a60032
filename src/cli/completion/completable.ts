/** What can be typed behind `promptmill`, as completion scripts need it: from the tables of commands and flags. */

import type { Command } from '../commands.js';
import { type FlagName, toggleFlags, valueFlags } from '../flags.js';

export interface CompletableFlag {
  /** `--at` */
  readonly word: string;
  readonly help: string;
  readonly takesValue: boolean;
  /** The words its value may be; empty when it may be anything, a path for instance. */
  readonly choices: readonly string[];
}

export interface CompletableCommand {
  /** One word, or two. */
  readonly words: readonly string[];
  readonly summary: string;
  /** The words its argument may be; empty when it is a path. */
  readonly choices: readonly string[];
  readonly flags: readonly CompletableFlag[];
}

export function completableCommands(commands: readonly Command[]): readonly CompletableCommand[] {
  return commands.map((command) => ({
    words: command.name.split(' '),
    summary: command.summary,
    choices: choicesIn(command.positionals),
    flags: [...new Set<FlagName>([...command.flags, 'help'])].map(completableFlag),
  }));
}

/** What may follow each first word that more words follow: second words of commands, or what an argument may be. */
export function secondWords(
  list: readonly CompletableCommand[],
): ReadonlyMap<string, readonly (readonly [word: string, summary: string])[]> {
  const second = new Map<string, (readonly [string, string])[]>();
  for (const { words, choices, summary } of list) {
    const [first = '', next] = words;
    const rows =
      next === undefined ? choices.map((word) => [word, ''] as const) : [[next, summary] as const];
    if (rows.length > 0) second.set(first, [...(second.get(first) ?? []), ...rows]);
  }
  return second;
}

/** Each first word once, with the summary of its command, or what its commands are about together. */
export function firstWords(
  list: readonly CompletableCommand[],
): readonly (readonly [word: string, summary: string])[] {
  const first = new Map<string, string>();
  for (const { words, summary } of list) {
    const [word = '', second] = words;
    const isGroup = list.filter((other) => other.words[0] === word).length > 1;
    const seconds = list.filter((other) => other.words[0] === word).map((other) => other.words[1]);
    if (!first.has(word)) first.set(word, isGroup && second ? seconds.join(', ') : summary);
  }
  return [...first];
}

function completableFlag(name: FlagName): CompletableFlag {
  const word = `--${name}`;
  if (!isValueFlag(name)) {
    return { word, help: toggleFlags[name].help, takesValue: false, choices: [] };
  }
  const { help, value } = valueFlags[name];
  return { word, help, takesValue: true, choices: choicesIn(value) };
}

function isValueFlag(name: FlagName): name is keyof typeof valueFlags {
  return name in valueFlags;
}

/** Of `auto|openai|other` all words; of `all|last|N` those that are to be typed as they stand. */
function choicesIn(value: string): readonly string[] {
  if (!value.includes('|')) return [];
  return value.split('|').filter((word) => /^[a-z][a-z0-9-]*$|^\d[\d.]*$/.test(word));
}
