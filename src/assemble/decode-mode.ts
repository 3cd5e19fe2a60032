/** How a model wants its items: without media it can't take, without what lite requests leave out (spec 3 §3.4, §3.6). */

import type { Model } from '../catalog/model.js';
import type { RulesProfile } from '../contract/rules.js';
import { DecodeMode } from '../rollout/decode-mode.js';

/** @returns bits of `DecodeMode`; 0 when the model is not known */
export function decodeMode(model: Model | undefined, rules: RulesProfile): number {
  if (model === undefined) return 0;
  // An unknown model's modalities are not known: what was recorded is kept.
  const noImages = model.takesImages ? 0 : DecodeMode.noImages;
  const noAudio = model.takesAudio || !model.isKnown ? 0 : DecodeMode.noAudio;
  const noParts = rules.partMetadataForLiteOnly ? DecodeMode.noPartMetadata : 0;
  return noImages | noAudio | (model.isLite ? DecodeMode.noDetail : noParts);
}
