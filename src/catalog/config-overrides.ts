/** What a session's config changes about a model that was looked up (spec 1 §1.3). */

import type { Model } from './model.js';
import { stripPersonality } from './strip-personality.js';

export interface ConfigOverrides {
  /** `model_context_window`, in tokens. */
  readonly contextWindow?: number;
  /** `model_auto_compact_token_limit`, in tokens. */
  readonly autoCompactTokenLimit?: number;
  /** `tool_output_token_limit`, in tokens. */
  readonly toolOutputTokenLimit?: number;
  /** Base instructions given instead of the model's own; an empty text is one. */
  readonly baseInstructions?: string;
  readonly personality?: string;
  /** Feature `personality`. */
  readonly personalityEnabled: boolean;
}

const bytesPerToken = 4;

/** @returns the model as a session under that config sees it; to be applied once to what the catalog has. */
export function withConfigOverrides(model: Model, overrides: ConfigOverrides): Model {
  return withTexts(withNumbers(model, overrides), overrides);
}

/** The model for the personality `none`: base instructions and template without their section on personality. */
export function withoutPersonality(model: Model): Model {
  const { baseInstructions, template } = model;
  return {
    ...model,
    baseInstructions:
      baseInstructions === undefined ? undefined : stripPersonality(baseInstructions),
    template: template === undefined ? undefined : stripPersonality(template),
  };
}

function withNumbers(model: Model, overrides: ConfigOverrides): Model {
  const { contextWindow, autoCompactTokenLimit, toolOutputTokenLimit } = overrides;
  return {
    ...model,
    contextWindow:
      contextWindow === undefined
        ? model.contextWindow
        : Math.min(contextWindow, model.maxContextWindow ?? contextWindow),
    autoCompactTokenLimit: autoCompactTokenLimit ?? model.autoCompactTokenLimit,
    truncation: cutTo(model.truncation, toolOutputTokenLimit),
  };
}

function cutTo({ mode, limit }: Model['truncation'], tokens: number | undefined) {
  if (tokens === undefined) return { mode, limit };
  return { mode, limit: mode === 'tokens' ? tokens : tokens * bytesPerToken };
}

/** An override is left as it is and stands for all the model says; nothing in it is taken out or filled in. */
function withTexts(model: Model, overrides: ConfigOverrides): Model {
  const { baseInstructions, personality, personalityEnabled } = overrides;
  if (baseInstructions !== undefined) {
    return { ...withoutTemplate(model), baseInstructions };
  }
  if (!personalityEnabled) return withoutTemplate(model);
  return personality === 'none' ? withoutPersonality(model) : model;
}

function withoutTemplate(model: Model): Model {
  return { ...model, template: undefined, personalities: {} };
}
