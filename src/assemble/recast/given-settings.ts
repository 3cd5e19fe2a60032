/** Model, effort and the like as they were given, over those of the rollout. */

import type { Catalog } from '../../catalog/catalog.js';
import { withConfigOverrides } from '../../catalog/config-overrides.js';
import type { Model } from '../../catalog/model.js';
import type { PackTexts } from '../../contract/texts.js';
import { fallbackModel } from '../../context/fallback-model.js';
import type { Settings } from '../../context/settings.js';
import { effortFor, type RequestSettings, summaryFor, tierFor } from '../choose-settings.js';

export interface GivenSources {
  readonly given: Settings;
  readonly catalog: Catalog;
  readonly hasCatalog: boolean;
  readonly texts: PackTexts;
}

/**
 * @param recorded undefined when the rollout does not tell the model
 * @returns undefined when neither does the request
 */
export function withGiven(
  recorded: RequestSettings | undefined,
  sources: GivenSources,
): RequestSettings | undefined {
  const { given } = sources;
  const slug = given.text('model') ?? recorded?.model.slug;
  if (slug === undefined) return undefined;
  const personality = personalityFor(recorded, given);
  const model = modelFor(slug, personality, sources);
  const isSame = slug === recorded?.model.slug;
  const effort = given.text('model_reasoning_effort') ?? (isSame ? recorded.effort : undefined);
  const summary = given.text('model_reasoning_summary') ?? (isSame ? recorded.summary : undefined);
  const tier = given.text('service_tier') ?? recorded?.serviceTier;
  return {
    model,
    effort: effortFor(model, effort),
    summary: summaryFor(model, summary),
    serviceTier: tierFor(model, tier),
    personality,
  };
}

/** Nothing set is the pragmatic one, as long as there are personalities (spec 1 §1.5). */
function personalityFor(
  recorded: RequestSettings | undefined,
  given: Settings,
): string | undefined {
  const known = given.text('personality') ?? recorded?.personality;
  const isNew = recorded === undefined && given.feature('personality') !== false;
  return known ?? (isNew ? 'pragmatic' : undefined);
}

function modelFor(
  slug: string,
  personality: string | undefined,
  { given, catalog, hasCatalog, texts }: GivenSources,
): Model {
  const known = catalog.lookUp(slug);
  // A catalog that does not know the model has Codex fall back to its default instructions (spec 1 §1.2).
  const isFallback = hasCatalog && !known.isKnown && given.has('model');
  const contextWindow = given.count('model_context_window');
  const baseInstructions = given.text('instructions');
  const model = withConfigOverrides(isFallback ? fallbackModel(slug, texts) : known, {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(baseInstructions === undefined ? {} : { baseInstructions }),
    ...(personality === undefined ? {} : { personality }),
    personalityEnabled: given.feature('personality') ?? true,
  });
  return withVerbosity(model, given.text('model_verbosity'));
}

/** A model without verbosity takes none (spec 1 §1.1). */
function withVerbosity(model: Model, verbosity: string | undefined): Model {
  if (verbosity === undefined || (model.isKnown && model.verbosity === undefined)) return model;
  return { ...model, verbosity };
}
