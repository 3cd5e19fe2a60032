/** The messages of a turn that tells only what changed (spec 1 §6.2, §6.4). */

import type { ContextChange, ContextPart, SectionId } from '../contract/context.js';
import type { ContextInput, Told } from './context-input.js';
import { mergeParts, oneMessage, type LoosePart } from './merge-parts.js';
import { switchSinceLastTurn } from './model-switch.js';
import { modeSinceLastTurn } from './multi-agent-mode.js';
import { personalitySinceLastTurn } from './personality-spec.js';
import type { Section } from './section.js';
import { sectionsOf } from './section-table.js';
import { changedTools } from './top-level-tools.js';
import { worldStateOf } from './world-state.js';

/**
 * What is told before the user's words when the last turn context still counts: first what differs from it, in one
 * message, then the sections that differ from the world state. The two are never merged.
 */
export function changedContext(input: ContextInput): ContextChange {
  const sections = sectionsOf(input.rules).map((section) => changedPart(section, input));
  return {
    messages: [
      ...oneMessage('developer', settingsParts(input)),
      ...changedTools(input),
      ...mergeParts(sections.filter((part) => part !== undefined)),
    ],
    worldState: worldStateOf(input),
  };
}

function settingsParts(input: ContextInput): readonly (ContextPart | undefined)[] {
  const { modelIsSection, personalityTold } = input.rules;
  return [
    part('model_switch', modelIsSection ? undefined : switchSinceLastTurn(input)),
    part('multi_agent_mode', modelIsSection ? undefined : modeSinceLastTurn(input)),
    part(
      'personality',
      personalityTold === 'settings' ? personalitySinceLastTurn(input) : undefined,
    ),
  ];
}

/** The releases that compare settings write no labels. */
function part(section: SectionId, text: string | undefined): ContextPart | undefined {
  return text === undefined ? undefined : { section, label: '', text };
}

function changedPart(section: Section, input: ContextInput): LoosePart | undefined {
  const { id, role, standsAlone = false } = section;
  const label = section.labelFor?.(input) ?? section.label;
  const text = section.text(toldBefore(section, input), input);
  return text === undefined ? undefined : { section: id, label, role, standsAlone, text };
}

/** A snapshot counts while its fragment is in the history; without one, a fragment shows that something was told. */
function toldBefore(section: Section, input: ContextInput): Told<unknown> {
  const { baseline } = input;
  const snapshot = baseline.worldState?.[section.key];
  if (snapshot === undefined || snapshot === null) {
    return { state: baseline.hasFragment(section.id) ? 'unknown' : 'absent' };
  }
  const { needsFragment } = section;
  const isNeeded = typeof needsFragment === 'function' ? needsFragment(input) : needsFragment;
  if (isNeeded && !baseline.hasFragment(section.id)) return { state: 'absent' };
  return { state: 'known', snapshot };
}
