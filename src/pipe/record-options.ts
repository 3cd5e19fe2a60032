/** The options of a render as a record or a greeting says them: JSON values by the names the library has for them. */

import { closestMatch } from 'leven';
import {
  choosableSections,
  type ContextMode,
  type ContextRequest,
} from '../contract/context-request.js';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import {
  type AtSelector,
  atSelectorOf,
  type ItemIdsMode,
  type LoaderMode,
  type ProviderMode,
} from '../contract/options.js';
import { rulesProfiles } from '../contract/rules.js';
import type { ContextOptions } from '../read-context.js';

/** Options that each record may have for itself; the kernel is the process's. */
export type RecordOptions = Omit<ContextOptions, 'kernel'>;

type Readers = {
  readonly [Name in keyof Required<RecordOptions>]: (value: unknown) => RecordOptions[Name];
};

/** A value that is none is told apart from one that is read by being `undefined`. */
const readers: Readers = {
  at: readAt,
  loader: oneOf<LoaderMode>(['lenient', 'codex']),
  provider: oneOf<ProviderMode>(['auto', 'openai', 'other']),
  itemIds: oneOf<ItemIdsMode>(['auto', 'on', 'off']),
  rules: oneOf(['auto', ...rulesProfiles.map(({ id }) => id)] as const),
  pack: readText,
  catalog: readText,
  tools: readText,
  context: oneOf<ContextMode>(['recorded', 'rebase', 'resume']),
  set: (value) => (isRecord(value) ? [value] : undefined),
  config: readText,
  keep: readSections,
  drop: readSections,
  agentsMd: readText,
  goal: readText,
  prompt: readText,
};

/** What each option takes, for messages. */
const forms: { readonly [Name in keyof Readers]: string } = {
  at: 'all, last, next, a number from 0, or a range such as 2..5',
  loader: 'lenient or codex',
  provider: 'auto, openai or other',
  itemIds: 'auto, on or off',
  rules: `auto, ${rulesProfiles.map(({ id }) => id).join(', ')}`,
  pack: 'the name or folder of a pack',
  catalog: 'the path of a catalog',
  tools: 'the path of a list of tools',
  context: 'recorded, rebase or resume',
  set: 'an object with settings, such as {"model": "gpt-5.5"}',
  config: 'the path of a config.toml',
  keep: 'a list of sections',
  drop: 'a list of sections',
  agentsMd: 'the path of a folder or a document',
  goal: 'a text',
  prompt: 'a text',
};

const names = Object.keys(readers).filter(isOptionName);

/**
 * Reads the members of a record that are options.
 * @param others members that are none, for whoever misspells one
 * @throws PromptmillError `bad_record` for a member that is neither, and for a value that an option cannot have
 */
export function readRecordOptions(record: JsonRecord, others: readonly string[]): RecordOptions {
  const given = Object.entries(record).filter(([name]) => !others.includes(name));
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (!isOptionName(name)) throw unknownMember(name, others);
      const read = readers[name](value);
      if (read === undefined) throw badValue(name, value);
      return [name, read];
    }),
  );
}

/** Options over others: settings are joined, everything else is replaced. */
export function mergeOptions<Under extends RecordOptions>(
  under: Under,
  over: RecordOptions,
): Under & RecordOptions {
  return { ...under, ...over, set: [...(under.set ?? []), ...(over.set ?? [])] };
}

/** The same text for the same options, in whichever order they were given. */
export function keyOf(options: RecordOptions): string {
  return JSON.stringify(names.map((name) => options[name] ?? null));
}

function isOptionName(name: string): name is keyof Readers {
  return Object.hasOwn(readers, name);
}

function oneOf<Word extends string>(words: readonly Word[]): (value: unknown) => Word | undefined {
  return (value) => words.find((word) => word === value);
}

function readAt(value: unknown): AtSelector | undefined {
  if (typeof value === 'number') return atSelectorOf(String(value));
  return typeof value === 'string' ? atSelectorOf(value) : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readSections(value: unknown): ContextRequest['keep'] | undefined {
  if (!Array.isArray(value)) return undefined;
  const sections = value.map((name: unknown) => choosableSections.find((known) => known === name));
  return sections.every((section) => section !== undefined) ? sections : undefined;
}

function badValue(name: keyof Readers, value: unknown): PromptmillError {
  return new PromptmillError('bad_record', `${name} has a value it cannot have`, {
    found: shown(value),
    expected: forms[name],
  });
}

function unknownMember(name: string, others: readonly string[]): PromptmillError {
  const all = [...others, ...names];
  const nearest = closestMatch(name, all, { maxDistance: Math.ceil(name.length / 2) });
  return new PromptmillError('bad_record', `there is no member ${shown(name)}`, {
    found: shown(name),
    expected: nearest === undefined ? `one of ${all.join(', ')}` : `perhaps ${nearest}`,
  });
}

/** A value as far as a message has room for it. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
