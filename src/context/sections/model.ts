/** The model, from the release on that keeps it in the world state (spec 1 §9, spec 4 §2.2). */

import { isRecord } from '../../contract/json-record.js';
import { wordsOf } from '../../contract/texts.js';
import type { ContextInput, Told } from '../context-input.js';
import { fragmentHash } from '../fragment-hash.js';
import { modelSwitchText, ownInstructions, switchSinceLastTurn } from '../model-switch.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

/** The model's name; for a lite model, whose base instructions stand in the history, also their hash. */
interface ModelSnapshot {
  readonly model: string;
  readonly instructions?: string;
}

export const modelSection = defineSection<ModelSnapshot | string>({
  id: 'model_switch',
  key: 'model',
  role: 'developer',
  label: 'model_switch.instructions',
  needsFragment: true,
  standsAlone: true,
  snapshot: (input) => snapshotOf(input),
  read: readSnapshot,
  text: (told, input) => {
    if (told.state !== 'known') return switchSinceLastTurn(input);
    return sinceSnapshot(told, input);
  },
});

function snapshotOf(input: ContextInput): ModelSnapshot | string {
  const { model } = input.settings;
  if (!recordsInstructions(input)) return model;
  return { model, instructions: fragmentHash('developer', ownInstructions(input) ?? '') };
}

/** Whether the base instructions are an item of the history, which a switch has to replace. */
function recordsInstructions({ model, rules }: ContextInput): boolean {
  return rules.litePrefixRecorded && model.isLite;
}

function readSnapshot(recorded: unknown): ModelSnapshot | string | undefined {
  if (typeof recorded === 'string') return recorded;
  if (!isRecord(recorded) || typeof recorded['model'] !== 'string') return undefined;
  const { model, instructions } = recorded;
  return typeof instructions === 'string' ? { model, instructions } : { model };
}

function sinceSnapshot(
  { snapshot }: Extract<Told<ModelSnapshot | string>, { readonly state: 'known' }>,
  input: ContextInput,
): string | undefined {
  const before = typeof snapshot === 'string' ? { model: snapshot } : snapshot;
  const now = snapshotOf(input);
  if (typeof now === 'string' || before.instructions === undefined) {
    return before.model === input.settings.model ? undefined : modelSwitchText(input);
  }
  return before.instructions === now.instructions ? undefined : newInstructionsText(input);
}

function newInstructionsText(input: ContextInput): string | undefined {
  const instructions = ownInstructions(input);
  if (instructions === undefined) return undefined;
  const lead = wordsOf(input.texts, 'model-instructions.lead');
  return onLines('model_instructions', `${lead}\n\n${instructions}`);
}
