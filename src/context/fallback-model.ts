/** The descriptor of a model that no catalog knows, for context that is set anew (spec 1 §1.2). */

import type { Model } from '../catalog/model.js';
import { personalityPlaceholder } from '../catalog/supports-personality.js';
import { wordsOf, type PackTexts } from '../contract/texts.js';

/** Names that get a template with a place for the personality; they count whole, without namespace. */
const templated: ReadonlySet<string> = new Set(['gpt-5.2-codex', 'exp-codex-personality']);

/** A model's default window, in tokens. */
const contextWindow = 272_000;

/** @throws PromptmillError `missing_text` when the pack has no base instructions */
export function fallbackModel(slug: string, texts: PackTexts): Model {
  const baseInstructions = wordsOf(texts, 'base.default');
  return {
    slug,
    isKnown: false,
    baseInstructions,
    ...personalityParts(slug, texts),
    truncation: { mode: 'bytes', limit: 10_000 },
    takesImages: true,
    takesAudio: false,
    isLite: false,
    compHash: undefined,
    parallelToolCalls: false,
    defaultEffort: undefined,
    efforts: [],
    defaultSummary: 'auto',
    takesSummary: true,
    serviceTiers: [],
    takesEffortUpdates: false,
    verbosity: undefined,
    contextWindow,
    maxContextWindow: contextWindow,
    effectivePercent: 95,
    autoCompactTokenLimit: undefined,
    collaborationModes: {},
    agentRoles: {},
    permissionTexts: { permissions: {}, approvals: {} },
  };
}

function personalityParts(
  slug: string,
  texts: PackTexts,
): Pick<Model, 'template' | 'personalities'> {
  if (!templated.has(slug)) return { template: undefined, personalities: {} };
  const header = wordsOf(texts, 'base.personality-header');
  const base = wordsOf(texts, 'base.default');
  return {
    template: `${header}\n\n${personalityPlaceholder}\n\n${base}`,
    personalities: {
      default: '',
      friendly: wordsOf(texts, 'base.personality-friendly'),
      pragmatic: wordsOf(texts, 'base.personality-pragmatic'),
    },
  };
}
