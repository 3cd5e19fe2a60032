/** The model, from the release on that keeps it in the world state (spec 1 §9, spec 4 §2.2). */

import { isRecord } from '../../contract/json-record.js';
import type { ContextInput, Told } from '../context-input.js';
import { fragmentHash } from '../fragment-hash.js';
import {
  modelInstructionsText,
  modelSwitchText,
  recordedInstructions,
  recordsInstructions,
  switchSinceLastTurn,
} from '../model-switch.js';
import { defineSection } from '../section.js';

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
  labelFor: (input) =>
    recordsInstructions(input) && input.baseline.reference !== undefined
      ? 'model.instructions'
      : 'model_switch.instructions',
  // Recorded instructions tell the model by themselves.
  needsFragment: (input) => !recordsInstructions(input),
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
  return { model, instructions: fragmentHash('developer', recordedInstructions(input) ?? '') };
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
  if (typeof now === 'string') {
    return before.model === now ? undefined : modelSwitchText(input);
  }
  const isOneText = before.instructions === now.instructions;
  if (before.model === now.model && isOneText) return undefined;
  return modelInstructionsText(isOneText ? 'same' : 'replaced', input);
}
