/** The text that tells a personality which the base instructions don't have (spec 1 §5). */

import { supportsPersonality } from '../catalog/supports-personality.js';
import { wordsOf } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';
import { instructionsOf } from './model-instructions.js';

/** The fragment for the settings' personality; undefined where the model has no words for it. */
export function personalityText({ settings, model, texts }: ContextInput): string | undefined {
  const { personality } = settings;
  if (!settings.personalityEnabled || personality === undefined || personality === 'none') {
    return undefined;
  }
  const words = model.personalities[personality];
  if (words === undefined || words === '') return undefined;
  const lead = wordsOf(texts, 'personality.lead').trim();
  return `<personality_spec> ${lead} \n${words} </personality_spec>`;
}

/** Whether the base instructions are the model's own, with this personality in them (spec 1 §5.3). */
export function isBaked({ settings, model, rules }: ContextInput): boolean {
  const { personality } = settings;
  if (personality === undefined || !supportsPersonality(model)) return false;
  return settings.baseText === instructionsOf(model, personality, rules);
}

/** In a full injection: told unless it is baked. */
export function unbakedPersonality(input: ContextInput): string | undefined {
  return isBaked(input) ? undefined : personalityText(input);
}

/** In a turn that only tells changes: told when it changed on one and the same model (spec 1 §5.4). */
export function personalitySinceLastTurn(input: ContextInput): string | undefined {
  const { settings, baseline } = input;
  const { reference } = baseline;
  if (reference === undefined || reference.model !== settings.model) return undefined;
  return reference.personality === settings.personality ? undefined : personalityText(input);
}
