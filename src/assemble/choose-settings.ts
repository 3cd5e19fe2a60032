/** Chooses the model and effort of a request: its turn's, but for compactions, which may still run on the turn before (spec 1 §4.5). */

import type { Catalog } from '../catalog/catalog.js';
import type { Model } from '../catalog/model.js';
import type { TurnContext } from '../rollout/read-control.js';
import type { RequestPoint } from '../rollout/find-requests.js';
import type { TurnSettings } from './turn-settings.js';

export interface RequestSettings {
  readonly model: Model;
  readonly effort: string | undefined;
  readonly summary: string | undefined;
  /** Undefined when no turn context tells the model. */
  readonly context: TurnContext | undefined;
}

/** @returns undefined when the rollout does not tell the model */
export function chooseSettings(
  request: RequestPoint,
  settings: TurnSettings,
  catalog: Catalog,
): RequestSettings | undefined {
  const before = settings.before(request.line);
  if (request.kind !== 'compaction') {
    const own = before ?? settings.restOfTurn(request.line);
    return own === undefined ? undefined : fromContext(own, catalog);
  }
  const after = settings.restOfTurn(request.line);
  if (after === undefined) {
    const applied = settings.appliedBefore(request.line);
    if (before === undefined) {
      // Nothing before it tells; the first turn after it most likely runs on the same settings.
      const later = settings.firstFrom(request.line);
      return later === undefined ? undefined : fromContext(later, catalog);
    }
    if (applied === undefined) return fromContext(before, catalog);
    const model = catalog.lookUp(applied.model);
    return { ...fromContext(before, catalog), model, effort: effortFor(model, applied.effort) };
  }
  if (before === undefined || !runsOnPrevious(before, after, catalog)) return fromContext(after, catalog);
  const previous = catalog.lookUp(before.model);
  return { ...fromContext(before, catalog), effort: previousEffort(previous, after, catalog) };
}

function fromContext(context: TurnContext, catalog: Catalog): RequestSettings {
  const model = catalog.lookUp(context.model);
  return { model, effort: effortFor(model, context.effort), summary: summaryFor(model, context), context };
}

/** The wire has no `ultra`: it is sent as `max` (spec 1 §7.2). */
function effortFor(model: Model, effort: string | undefined): string | undefined {
  const chosen = effort ?? model.defaultEffort;
  return chosen === 'ultra' ? 'max' : chosen;
}

/** A configured summary counts; `auto` is also what is recorded when none is, and then the model decides. */
function summaryFor(model: Model, context: TurnContext): string | undefined {
  if (!model.takesSummary) return undefined;
  const recorded = context.summary;
  const configured = recorded === undefined || recorded === 'auto' || recorded === 'none' ? undefined : recorded;
  const summary = configured ?? model.defaultSummary ?? (model.isKnown ? 'auto' : undefined);
  return summary === 'none' ? undefined : summary;
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

/** The turn's effort when the previous model takes it, else the middle one of that model's. */
function previousEffort(previous: Model, after: TurnContext, catalog: Catalog): string | undefined {
  const wanted = effortFor(catalog.lookUp(after.model), after.effort);
  if (wanted === undefined || previous.efforts.length === 0 || previous.efforts.includes(wanted)) return wanted;
  return previous.efforts[Math.floor(previous.efforts.length / 2)];
}
