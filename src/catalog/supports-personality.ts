/** Whether a model's base instructions can carry a personality (spec 1 §1.1). */

import type { Model } from './model.js';

/** What a template holds in the place of the personality's words. */
export const personalityPlaceholder = '{{ personality }}';

/** Derived, never recorded: the template has the place, and all three variables are there, empty ones included. */
export function supportsPersonality({ template, personalities }: Model): boolean {
  if (template === undefined || !template.includes(personalityPlaceholder)) return false;
  return ['default', 'friendly', 'pragmatic'].every((name) => personalities[name] !== undefined);
}
