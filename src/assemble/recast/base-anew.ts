/** The base instructions of a request whose settings differ from the recorded ones (spec 1 §3). */

import type { Model } from '../../catalog/model.js';
import type { BaseText } from '../base-text.js';
import type { RequestSettings } from '../choose-settings.js';
import type { PreparedRecast } from './prepared-recast.js';

export interface BaseSources {
  readonly recast: PreparedRecast;
  /** As the rollout tells them; undefined when it does not. */
  readonly recorded: RequestSettings | undefined;
  readonly settings: RequestSettings;
  /** A model's own instructions, undefined when no catalog knows it. */
  readonly instructionsOf: (model: Model, personality: string | undefined) => string | undefined;
}

/**
 * Instructions given win; a resume keeps what the session began with; else a session under another model or personality
 * would have begun with that model's own, unless its recorded instructions are nobody's but the session's.
 */
export function baseAnew(base: BaseText, sources: BaseSources): BaseText {
  const { recast, settings, instructionsOf } = sources;
  if (recast.isDropped('base_instructions')) {
    return { text: '', key: 'dropped', fidelity: 'rendered: left out as asked' };
  }
  if (recast.isKept('base_instructions')) return base;
  const given = recast.given.text('instructions');
  if (given !== undefined) {
    return { text: given, key: 'given', fidelity: 'rendered: the instructions given' };
  }
  const isResume = recast.request.mode === 'resume' && base.text !== undefined;
  if (isResume || !recast.isSet('base_instructions') || isOwn(base, sources)) return base;
  const text = instructionsOf(settings.model, settings.personality);
  if (text === undefined) {
    const { slug } = settings.model;
    const fidelity = `assumed: the recorded text, since no catalog knows ${slug}` as const;
    return { ...base, key: `${base.key} of another`, fidelity };
  }
  const { personality = '' } = settings;
  return { text, key: `${settings.model.slug} ${personality}`, fidelity: 'rendered' };
}

/** Whether the recorded text is the session's own: no model's, as far as the catalog tells. */
function isOwn(base: BaseText, { recorded, instructionsOf }: BaseSources): boolean {
  if (base.text === undefined || recorded?.model.isKnown !== true) return false;
  const personalities = [recorded.personality, 'pragmatic', 'friendly', 'none', undefined];
  return personalities.every((one) => instructionsOf(recorded.model, one) !== base.text);
}
