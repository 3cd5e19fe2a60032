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
