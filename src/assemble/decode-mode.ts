/** How a model wants its items: without media it can't take, without what lite requests leave out (spec 3 §3.4, §3.6). */

import type { Model } from '../catalog/model.js';
import { ItemFlag } from '../contract/item-table.js';
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

/** The ways of decoding that make a difference to an item. */
export function relevantModes(flags: number): number {
  let modes = 0;
  if ((flags & ItemFlag.image) !== 0) modes |= DecodeMode.noImages | DecodeMode.noDetail;
  if ((flags & ItemFlag.audio) !== 0) modes |= DecodeMode.noAudio;
  if ((flags & ItemFlag.partMetadata) !== 0) modes |= DecodeMode.noPartMetadata;
  return modes;
}
