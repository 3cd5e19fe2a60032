/** The kinds of context that can be taken out of a rollout, and the groups of them that have a name. */

import { PromptmillError } from '../contract/errors.js';
import { labelledKinds } from './context-labels.js';
import { fragmentRows } from './registry.js';

/** Every kind, in the order of the alphabet. */
export const contextKinds: readonly string[] = [
  ...new Set([...fragmentRows.map(({ kind }) => kind), ...labelledKinds]),
].toSorted();

/** Kinds that tell what happened rather than what held: what a person ran, chose or broke off, what agents and hooks said. */
const historyKinds: readonly string[] = [
  'hook_context',
  'hook_prompt',
  'skill',
  'subagent_notification',
  'turn_aborted',
  'user_shell_command',
];

/** What models are told before all else. It is no context that comes and goes, so it goes only when it is named. */
const standingKinds: ReadonlySet<string> = new Set(['base_instructions']);

const groups: Readonly<Partial<Record<string, readonly string[]>>> = {
  all: contextKinds,
  history: historyKinds,
};

export interface KindChoice {
  /** Kinds or groups to take out; left out: every kind but base instructions. */
  readonly kinds?: readonly string[] | undefined;
  /** Kinds or groups that stay all the same. */
  readonly keepKinds?: readonly string[] | undefined;
}

/**
 * The kinds to take out.
 * @throws PromptmillError `usage` for a name that is no kind and no group
 */
export function chooseKinds({ kinds, keepKinds = [] }: KindChoice): ReadonlySet<string> {
  const kept = new Set(keepKinds.flatMap(kindsNamed));
  const wanted =
    kinds === undefined
      ? contextKinds.filter((kind) => !standingKinds.has(kind))
      : kinds.flatMap(kindsNamed);
  return new Set(wanted.filter((kind) => !kept.has(kind)));
}

function kindsNamed(name: string): readonly string[] {
  const group = groups[name];
  if (group !== undefined) return group;
  if (contextKinds.includes(name)) return [name];
  throw new PromptmillError('usage', `there is no kind of context named ${name}`, {
    found: name,
    expected: `${Object.keys(groups).join(', ')}, ${contextKinds.join(', ')}`,
  });
}
