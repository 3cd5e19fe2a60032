/** Models of our own for a run: entries of the binary's catalog with other words. */

import { createHash } from 'node:crypto';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { Bench, CatalogModel } from './bench.js';
import { NotSeen, seen } from './recorded-texts.js';

/** The kinds of models that tell the model different things. */
export type ModelKind = 'plain' | 'lite' | 'team';

/** The first model of that kind, in the order in which Codex offers them. */
export function modelOf(bench: Bench, kind: ModelKind): CatalogModel {
  const model = bench.models.toSorted(byPriority).find((entry) => isOfKind(entry, kind));
  return seen(model, `the catalog has no ${kind} model`);
}

/** Writes a catalog whose only models are the given ones; gives its path. */
export async function keepCatalog(bench: Bench, models: readonly JsonRecord[]): Promise<string> {
  const text = JSON.stringify({ models });
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return bench.keepFile(`catalog-${name}.json`, text);
}

/** The model with other members in its `model_messages`. */
export function withMessages(model: CatalogModel, slug: string, messages: JsonRecord): JsonRecord {
  const old = isRecord(model['model_messages']) ? model['model_messages'] : {};
  return { ...model, slug, model_messages: { ...old, ...messages } };
}

function byPriority(one: CatalogModel, two: CatalogModel): number {
  return numberOf(one['priority']) - numberOf(two['priority']);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER;
}

function isOfKind(model: CatalogModel, kind: ModelKind): boolean {
  const lite = model['use_responses_lite'] === true;
  switch (kind) {
    case 'plain':
      return !lite && Array.isArray(model['input_modalities']);
    case 'lite':
      return lite;
    case 'team':
      return model['multi_agent_version'] === 'v2';
    default:
      throw new NotSeen(`no model of kind ${String(kind)}`);
  }
}
