/** Names rendered instructions by what they are rendered from, so that a cache holds equal ones once and never mixes others up. */

import { createHash } from 'node:crypto';
import type { Model } from '../catalog/model.js';
import type { RulesProfile } from '../contract/rules.js';

/** A text is hashed once a model, not once a look-up: base instructions have tens of kilobytes. */
const hashes = new WeakMap<Model, string>();

export function instructionsKey(
  model: Model,
  personality: string | undefined,
  rules: RulesProfile,
): string {
  return `${rules.personalitySubstitution} ${personality ?? ''} ${sourcesHash(model)}`;
}

function sourcesHash(model: Model): string {
  const known = hashes.get(model);
  if (known !== undefined) return known;
  const { baseInstructions, template, personalities } = model;
  const sources = JSON.stringify([baseInstructions ?? null, template ?? null, personalities]);
  const hash = createHash('sha1').update(sources).digest('hex');
  hashes.set(model, hash);
  return hash;
}
