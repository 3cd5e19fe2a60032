// Two turns with settings each: what the second tells of the change.

import { changedContext } from '../../src/context/changed-context.js';
import { initialContext } from '../../src/context/initial-context.js';
import { worldStatePatch } from '../../src/context/world-state-patch.js';
import type { ContextSettings, SectionId } from '../../src/contract/context.js';
import type { RulesId } from '../../src/contract/rules.js';
import { contextInput, lastTurn, messagesOf } from './context-input.js';

/** Settings with something in most sections. */
export const rich: Partial<ContextSettings> = {
  agentsMd: { directory: '/mill', text: 'grind' },
  permissions: permissions('all'),
  environments: { environments: {}, current_date: 'monday' },
  skills: '<skills_instructions>\nS\n</skills_instructions>',
};

export const richFragments: readonly SectionId[] = [
  'agents_md',
  'permissions',
  'environments',
  'skills',
];

/** The permissions message around some words. */
export function permissions(words: string) {
  const text = `<permissions instructions>\n${words}</permissions instructions>`;
  return { text, textWithoutPrefixes: text, approvedPrefixes: [] };
}

interface Change {
  readonly rules?: RulesId;
  readonly before?: Partial<ContextSettings>;
  readonly after?: Partial<ContextSettings>;
  readonly fragments?: readonly SectionId[];
  /** The recorded world state, where it is not that of the settings before. */
  readonly worldState?: unknown;
}

/** What the second of two turns tells, and records. */
export function change({ rules = '0.145', before = rich, after = {}, ...rest }: Change) {
  const first = initialContext(contextInput({ rules, settings: before }));
  const worldState = 'worldState' in rest ? rest.worldState : first.worldState;
  const input = contextInput({
    rules,
    settings: { ...before, ...after },
    fragments: rest.fragments ?? richFragments,
    baseline: {
      ...lastTurn('place', 'pragmatic'),
      ...(typeof worldState === 'object' && worldState !== null
        ? { worldState: { ...worldState } }
        : {}),
    },
  });
  const second = changedContext(input);
  return {
    told: messagesOf(second),
    patch: worldStatePatch(first.worldState, second.worldState),
  };
}
