/** Whose words tell a collaboration mode: the model's, the client's, or the release's own (spec 1 §7.3, spec 4 §5). */

import type { Model } from '../catalog/model.js';
import type { RulesProfile } from '../contract/rules.js';
import { wordsOf, type PackTexts } from '../contract/texts.js';

export interface CollaborationSource {
  readonly mode: string;
  /** What the client gave: words, an empty text for none, null to ask for the release's own; undefined: no mode was set. */
  readonly client: string | null | undefined;
  readonly model: Model;
  readonly rules: RulesProfile;
  readonly texts: PackTexts;
}

/** @returns the words without their tags; undefined or empty: nothing is said */
export function collaborationText(source: CollaborationSource): string | undefined {
  const { mode, client, model, rules, texts } = source;
  const own = rules.catalogCollaboration ? model.collaborationModes[mode] : undefined;
  if (own !== undefined) return own;
  if (client !== null) return client;
  if (mode === 'plan') return wordsOf(texts, 'collaboration.plan');
  return mode === 'default' ? wordsOf(texts, 'collaboration.default') : undefined;
}
