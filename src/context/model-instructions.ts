/** The base instructions a model brings along: template, personality, and the section left out for `none` (spec 1 §1.3, §2). */

import { withoutPersonality } from '../catalog/config-overrides.js';
import type { Model } from '../catalog/model.js';
import { personalityPlaceholder } from '../catalog/supports-personality.js';
import type { RulesProfile } from '../contract/rules.js';

/**
 * The instructions of a model as the catalog has it, before the config's overrides.
 *
 * @param personality `none`, `friendly`, `pragmatic`, or undefined when none is configured
 * @returns the text, or undefined when the catalog does not know the model
 */
export function modelInstructions(
  model: Model,
  personality: string | undefined,
  rules: RulesProfile,
): string | undefined {
  const told = personality === 'none' ? withoutPersonality(model) : model;
  return instructionsOf(told, personality, rules);
}

/**
 * The instructions of a model to which the config's overrides are applied (`withConfigOverrides`).
 *
 * @param personality `none`, `friendly`, `pragmatic`, or undefined when none is configured
 * @returns the text, or undefined when the catalog does not know the model
 */
export function instructionsOf(
  model: Model,
  personality: string | undefined,
  rules: RulesProfile,
): string | undefined {
  const { template } = model;
  if (template === undefined || !rules.personalitySubstitution) {
    return template ?? model.baseInstructions;
  }
  const spoken =
    personality === 'none' ? '' : (model.personalities[personality ?? 'default'] ?? '');
  // Literal and in one pass: nothing in the text is special (spec 1 §2.13).
  return template.split(personalityPlaceholder).join(spoken);
}
