/** Model, effort and the like as they were given, over those of the rollout. */

import type { Catalog } from '../../catalog/catalog.js';
import type { Model } from '../../catalog/model.js';
import { effortFor, type RequestSettings, summaryFor, tierFor } from '../choose-settings.js';
import type { Settings } from '../../context/settings.js';

/**
 * @param recorded undefined when the rollout does not tell the model
 * @returns undefined when neither does the request
 */
export function withGiven(
  recorded: RequestSettings | undefined,
  given: Settings,
  catalog: Catalog,
): RequestSettings | undefined {
  const slug = given.text('model') ?? recorded?.model.slug;
  if (slug === undefined) return undefined;
  const model = withVerbosity(catalog.lookUp(slug), given.text('model_verbosity'));
  const isSame = slug === recorded?.model.slug;
  const effort = given.text('model_reasoning_effort') ?? (isSame ? recorded.effort : undefined);
  const summary = given.text('model_reasoning_summary') ?? (isSame ? recorded.summary : undefined);
  const tier = given.text('service_tier') ?? recorded?.serviceTier;
  return {
    model,
    effort: effortFor(model, effort),
    summary: summaryFor(model, summary),
    serviceTier: tierFor(model, tier),
    personality: given.text('personality') ?? recorded?.personality,
  };
}

/** A model without verbosity takes none (spec 1 §1.1). */
function withVerbosity(model: Model, verbosity: string | undefined): Model {
  if (verbosity === undefined || (model.isKnown && model.verbosity === undefined)) return model;
  return { ...model, verbosity };
}
