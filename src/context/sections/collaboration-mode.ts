/** The collaboration mode: older releases remember its name, newer ones also its words and model (spec 1 §6.1, spec 4 §2.2). */

import type { CollaborationSettings } from '../../contract/context.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ContextInput } from '../context-input.js';
import { fragmentHash } from '../fragment-hash.js';
import { defineSection } from '../section.js';
import { inline } from '../tags.js';

/** The mode's name, or `{mode, model, instructions}`. */
type Recorded = string | JsonRecord;

export const collaborationModeSection = defineSection<Recorded>({
  id: 'collaboration_mode',
  key: 'collaboration_mode',
  role: 'developer',
  label: 'collaboration_mode.instructions',
  needsFragment: true,
  snapshot: (input) => {
    const { collaboration } = input.settings;
    if (collaboration === undefined) return undefined;
    if (input.rules.remembersCollaborationWords) return wholeSnapshot(collaboration, input);
    return hasWords(collaboration) ? collaboration.mode : undefined;
  },
  read: (recorded) =>
    typeof recorded === 'string' || (isRecord(recorded) && typeof recorded['mode'] === 'string')
      ? recorded
      : undefined,
  text: (told, input) => {
    const { collaboration } = input.settings;
    if (collaboration === undefined || !hasWords(collaboration)) return undefined;
    if (told.state === 'unknown') return undefined;
    if (told.state === 'known' && isSame(told.snapshot, collaboration, input)) return undefined;
    return fragment(collaboration);
  },
});

function hasWords({ instructions }: CollaborationSettings): boolean {
  return instructions !== undefined && instructions !== '';
}

function fragment({ instructions }: CollaborationSettings): string {
  return inline('collaboration_mode', instructions ?? '');
}

function wholeSnapshot(collaboration: CollaborationSettings, { settings }: ContextInput) {
  return {
    mode: collaboration.mode,
    model: settings.model,
    instructions: fragmentHash('developer', fragment(collaboration)),
  };
}

function isSame(told: Recorded, now: CollaborationSettings, input: ContextInput): boolean {
  if (typeof told === 'string') return told === now.mode;
  if (told['mode'] !== now.mode) return false;
  if (!input.rules.remembersCollaborationWords) return true;
  const { model, instructions } = wholeSnapshot(now, input);
  return told['model'] === model && told['instructions'] === instructions;
}
