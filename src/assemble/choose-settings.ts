/** Chooses the model and effort of a request: its turn's, but for compactions, which may still run on the turn before (spec 1 §4.5). */

import type { Catalog } from '../catalog/catalog.js';
import type { Model } from '../catalog/model.js';
import type { RulesProfile } from '../contract/rules.js';
import type { TurnContext } from '../rollout/read-control.js';
import type { RequestPoint } from '../rollout/find-requests.js';
import type { TurnSettings } from './turn-settings.js';

export interface RequestSettings {
  readonly model: Model;
  readonly effort: string | undefined;
  readonly summary: string | undefined;
  readonly serviceTier: string | undefined;
  readonly personality: string | undefined;
}

/** What the choice is made from. */
export interface SettingsSources {
  readonly settings: TurnSettings;
  readonly catalog: Catalog;
  readonly rules: RulesProfile;
}

/** @returns undefined when the rollout does not tell the model */
export function chooseSettings(
  request: RequestPoint,
  sources: SettingsSources,
): RequestSettings | undefined {
  const { settings } = sources;
  const before = settings.before(request.line);
  if (request.kind !== 'compaction') {
    const own = before ?? settings.restOfTurn(request.line);
    return own === undefined ? undefined : fromContext(own, request.line, sources);
  }
  const after = settings.restOfTurn(request.line);
  if (after !== undefined) return forCompactionInTurn({ before, after }, request.line, sources);
  if (before === undefined) {
    // Nothing before it tells; the first turn after it most likely runs on the same settings.
    const later = settings.firstFrom(request.line);
    return later === undefined ? undefined : fromContext(later, request.line, sources);
  }
  const applied = settings.appliedBefore(request.line);
  const chosen = fromContext(before, request.line, sources);
  if (applied === undefined || applied.line < before.line) return chosen;
  const model = sources.catalog.lookUp(applied.model);
  return { ...chosen, model, effort: effortFor(model, applied.effort) };
}

/** The contexts around a line: the one in force there, and the one its turn goes on with. */
interface ContextChange {
  readonly before: TurnContext | undefined;
  readonly after: TurnContext;
}

function forCompactionInTurn(
  { before, after }: ContextChange,
  line: number,
  sources: SettingsSources,
): RequestSettings {
  if (before === undefined || !runsOnPrevious(before, after, sources.catalog)) {
    return fromContext(after, line, sources);
  }
  const previous = fromContext(before, line, sources);
  return { ...previous, effort: previousEffort(previous.model, after.effort) };
}

function fromContext(
  context: TurnContext,
  line: number,
  { settings, catalog }: SettingsSources,
): RequestSettings {
  const model = catalog.lookUp(context.model);
  const applied = settings.appliedBefore(line);
  const isSame = applied?.model === context.model;
  return {
    model,
    effort: effortFor(model, context.effort),
    summary: summaryFor(
      model,
      (isSame ? applied.summary : undefined) ?? configuredSummary(context),
    ),
    serviceTier: tierFor(model, isSame ? applied.serviceTier : undefined),
    personality: context.personality,
  };
}

/** The wire has no `ultra`: it is sent as `max` (spec 1 §7.2). */
export function effortFor(model: Model, effort: string | undefined): string | undefined {
  const chosen = effort ?? model.defaultEffort;
  return chosen === 'ultra' ? 'max' : chosen;
}

/** A turn context records `auto` or `none` also where nothing is configured. */
function configuredSummary({ summary }: TurnContext): string | undefined {
  return summary === 'auto' || summary === 'none' ? undefined : summary;
}

export function summaryFor(model: Model, configured: string | undefined): string | undefined {
  if (!model.takesSummary) return undefined;
  const summary = configured ?? model.defaultSummary ?? (model.isKnown ? 'auto' : undefined);
  return summary === 'none' ? undefined : summary;
}

/** Sent only when the model has that tier (spec 1 §8.1). */
export function tierFor(model: Model, tier: string | undefined): string | undefined {
  const wire = tier === 'fast' ? 'priority' : tier;
  if (wire === undefined || !model.isKnown) return wire;
  return model.serviceTiers.includes(wire) ? wire : undefined;
}

/** The previous model compacts when its summaries mean nothing to the new one, or when the new one's window is smaller. */
function runsOnPrevious(before: TurnContext, after: TurnContext, catalog: Catalog): boolean {
  if (before.model === after.model) return false;
  if (before.compHash !== undefined && after.compHash !== undefined) {
    if (before.compHash !== after.compHash) return true;
  }
  const old = catalog.lookUp(before.model);
  const next = catalog.lookUp(after.model);
  return (old.contextWindow ?? 0) > (next.contextWindow ?? Number.POSITIVE_INFINITY);
}

/** The effort set for the turn when the previous model takes it, else the middle one of that model's (measured). */
function previousEffort(previous: Model, wanted: string | undefined): string | undefined {
  const { efforts } = previous;
  if (efforts.length === 0) return wanted ?? previous.defaultEffort;
  if (wanted !== undefined && efforts.includes(wanted)) return wanted;
  return efforts[Math.floor((efforts.length - 1) / 2)];
}
