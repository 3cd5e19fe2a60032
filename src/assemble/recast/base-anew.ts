/** The base instructions of a request whose settings differ from the recorded ones (spec 1 §3). */

import type { Model } from '../../catalog/model.js';
import type { RulesProfile } from '../../contract/rules.js';
import { resolveBaseInstructions } from '../../context/base-instructions.js';
import { instructionsOf, modelInstructions } from '../../context/model-instructions.js';
import type { BaseText } from '../base-text.js';
import type { RequestSettings } from '../choose-settings.js';
import type { PreparedRecast } from './prepared-recast.js';

export interface BaseSources {
  readonly recast: PreparedRecast;
  /** Models of the session, as recorded. */
  readonly models: readonly Model[];
  readonly settings: RequestSettings;
  readonly rules: RulesProfile;
  /** Whether the rollout records base instructions. */
  readonly isRecorded: boolean;
}

/**
 * Instructions given win; a resume keeps what the session began with; else a session under another model or personality
 * would have begun with that model's own, unless its recorded instructions are nobody's but the session's.
 */
export function baseAnew(base: BaseText, sources: BaseSources): BaseText {
  const { recast, settings, rules } = sources;
  if (recast.isDropped('base_instructions')) {
    return { text: '', key: 'dropped', fidelity: 'rendered: left out as asked' };
  }
  if (recast.isKept('base_instructions')) return base;
  const keeps = keepsRecorded(base, sources);
  const { text, from } = resolveBaseInstructions({
    override: recast.given.text('instructions'),
    recorded: keeps ? base.text : undefined,
    ofModel: () => instructionsOf(settings.model, settings.personality, rules),
  });
  const { slug } = settings.model;
  if (from === 'recorded') return base;
  if (from === 'override') {
    return { text, key: 'given', fidelity: 'rendered: the instructions given' };
  }
  if (text !== undefined) {
    return { text, key: `${slug} ${settings.personality ?? ''} anew`, fidelity: 'rendered' };
  }
  if (base.text === undefined) return base;
  const fidelity = `assumed: the recorded text, since no catalog knows ${slug}` as const;
  return { ...base, key: `${base.key} of another`, fidelity };
}

function keepsRecorded(base: BaseText, sources: BaseSources): boolean {
  const { recast, isRecorded } = sources;
  if (!isRecorded) return false;
  const { mode } = recast.request;
  return mode === 'resume' || !recast.isSet('base_instructions') || isOwn(base, sources);
}

/** Whether the recorded text is the session's own: that of none of its models, as far as the catalog tells. */
function isOwn(base: BaseText, { models, rules }: BaseSources): boolean {
  const known = models.filter(({ isKnown }) => isKnown);
  if (base.text === undefined || known.length === 0) return false;
  return known.every((model) =>
    personalities.every((one) => modelInstructions(model, one, rules) !== base.text),
  );
}

const personalities = ['pragmatic', 'friendly', 'none', undefined] as const;
