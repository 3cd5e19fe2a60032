/** The collaboration mode: older releases remember its name, newer ones also its words and model (spec 1 §6.1, spec 4 §2.2). */

import type { CollaborationSettings } from '../../contract/context.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ContextInput, Told } from '../context-input.js';
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
    if (collaboration === undefined) return undefined;
    const isSaid = input.rules.remembersCollaborationWords
      ? isNewWhole(told, collaboration, input)
      : isNewMode(told, collaboration);
    return isSaid ? fragment(collaboration) : undefined;
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

/** By the name alone; a mode without words, or after an unknown one, is not told. */
function isNewMode(told: Told<Recorded>, now: CollaborationSettings): boolean {
  if (!hasWords(now) || told.state === 'unknown') return false;
  return told.state === 'absent' || told.snapshot !== now.mode;
}

/** By mode, model and words; that there are no words any more is told after some, or after what is not known. */
function isNewWhole(
  told: Told<Recorded>,
  now: CollaborationSettings,
  input: ContextInput,
): boolean {
  if (told.state === 'unknown') return true;
  if (told.state === 'absent') return hasWords(now);
  const { mode, model, instructions } = wholeSnapshot(now, input);
  const before = typeof told.snapshot === 'string' ? {} : told.snapshot;
  if (!hasWords(now)) return before['instructions'] !== instructions;
  return (
    before['mode'] !== mode || before['model'] !== model || before['instructions'] !== instructions
  );
}
