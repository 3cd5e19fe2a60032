/** The text that tells a model the instructions of its own, when the session began on another (spec 1 §4). */

import { wordsOf } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';
import { instructionsOf } from './model-instructions.js';
import { onLines } from './tags.js';

/**
 * What the model of the settings would be told as base instructions; undefined where there is nothing to say.
 * An override is the instructions of every model (spec 1 §4.2).
 */
export function ownInstructions({ settings, model, rules }: ContextInput): string | undefined {
  const text = settings.baseOverride ?? instructionsOf(model, settings.personality, rules);
  return text === '' ? undefined : text;
}

/** What a lite model has as base instructions in the history: its own, unless the session's are not a model's. */
export function recordedInstructions(input: ContextInput): string | undefined {
  const { baseFollowsModel = false, baseText } = input.settings;
  return baseFollowsModel ? ownInstructions(input) : baseText;
}

/** Whether the base instructions are an item of the history, which a switch has to replace. */
export function recordsInstructions({ model, rules, baseline }: ContextInput): boolean {
  if (!rules.litePrefixRecorded || !model.isLite) return false;
  return baseline.reference === undefined || baseline.holdsBaseItem === true;
}

/** The fragment, whatever the model before; undefined where there is nothing to say. */
export function modelSwitchText(input: ContextInput): string | undefined {
  const instructions = ownInstructions(input);
  if (instructions === undefined) return undefined;
  const lead = wordsOf(input.texts, 'model-switch.lead');
  return onLines('model_switch', `${lead}\n\n${instructions}`);
}

/** The fragment where the turn before ran on another model (spec 1 §4.2); its name counts as it is spelled. */
export function switchSinceLastTurn(input: ContextInput): string | undefined {
  const { previous } = input.baseline;
  if (previous === undefined || previous.model === input.settings.model) return undefined;
  return modelSwitchText(input);
}

/** Stands in the first line of the lead, which says what the model is. */
const modelPlace = '{{ model }}';

/**
 * The fragment for a lite model whose base instructions stand in the history (spec 4 §2.2): which model it is, and
 * what takes the place of the instructions before, unless they are the same.
 */
export function modelInstructionsText(change: 'same' | 'replaced', input: ContextInput): string {
  const { settings, texts } = input;
  const lead = wordsOf(texts, 'model-instructions.lead').split(modelPlace).join(settings.model);
  const nameLine = lead.split('\n', 1).join('');
  if (change === 'same') return onLines('model_instructions', nameLine);
  const instructions = recordedInstructions(input) ?? '';
  const body =
    instructions === ''
      ? `${nameLine}\n${wordsOf(texts, 'model-instructions.none')}`
      : `${lead}\n\n${instructions}`;
  return onLines('model_instructions', body);
}
