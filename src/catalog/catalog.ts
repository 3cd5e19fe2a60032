/** Looks models up in a catalog, as the reference release does (spec 1 §1.2), with stated defaults for unknown ones. */

import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { isBuiltInModel } from './built-in-models.js';
import type { Model } from './model.js';

export class Catalog {
  private readonly entries: readonly JsonRecord[];
  private readonly found = new Map<string, Model>();

  /**
   * @param json parsed JSON of a catalog: an object with `models`, or the array itself; undefined for none
   * @throws PromptmillError `bad_catalog`
   */
  constructor(json: unknown) {
    this.entries = json === undefined ? [] : readEntries(json);
  }

  /** Whether it names only models that Codex brings along; one that names others was given to Codex as a file. */
  isBuiltIn(): boolean {
    return this.entries.every((entry) => isBuiltInModel(text(entry['slug']) ?? ''));
  }

  /** Whether all models cut tool outputs alike, so that it does not matter which one recorded them. */
  hasOneTruncationPolicy(): boolean {
    const policies = this.entries.map((entry) => JSON.stringify(toModel('', entry).truncation));
    policies.push(JSON.stringify(unknownModel('').truncation));
    return new Set(policies).size === 1;
  }

  /** The model of a name: longest prefix, then the part after a namespace, then defaults. Never fails. */
  lookUp(slug: string): Model {
    const known = this.found.get(slug);
    if (known !== undefined) return known;
    const model = toModel(slug, this.longestPrefix(slug) ?? this.withoutNamespace(slug));
    this.found.set(slug, model);
    return model;
  }

  private longestPrefix(slug: string): JsonRecord | undefined {
    let best: JsonRecord | undefined;
    let bestLength = -1;
    for (const entry of this.entries) {
      const name = text(entry['slug']);
      if (name !== undefined && slug.startsWith(name) && name.length > bestLength) {
        best = entry;
        bestLength = name.length;
      }
    }
    return best;
  }

  private withoutNamespace(slug: string): JsonRecord | undefined {
    const match = /^[A-Za-z0-9_-]+\/([^/]*)$/.exec(slug);
    return match?.[1] === undefined ? undefined : this.longestPrefix(match[1]);
  }
}

function readEntries(json: unknown): readonly JsonRecord[] {
  const models: unknown = isRecord(json) ? json['models'] : json;
  if (!Array.isArray(models)) {
    throw new PromptmillError('bad_catalog', 'the catalog holds no list of models', {
      expected: 'an object with a "models" array',
      remedy: 'save the output of `codex debug models`',
    });
  }
  return models.filter(isRecord);
}

/** Tiers are ids, or objects with an `id`. */
function readTiers(tiers: unknown): readonly string[] {
  if (!Array.isArray(tiers)) return [];
  const ids = tiers.map((tier: unknown) => text(isRecord(tier) ? tier['id'] : tier));
  return ids.filter((id) => id !== undefined);
}

/** Levels are names, or objects with an `effort`. */
function readEfforts(levels: unknown): readonly string[] {
  if (!Array.isArray(levels)) return [];
  const names = levels.map((level: unknown) => text(isRecord(level) ? level['effort'] : level));
  return names.filter((name) => name !== undefined);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The members of an object that are texts. */
function texts(value: unknown): Readonly<Record<string, string | undefined>> {
  const members = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(members.map(([key, member]) => [key, text(member)]));
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** What a model without catalog entry is taken for; lite models are known by name (spec 1 §1.1, spec 4 §5). */
const liteNames = /^(?:[A-Za-z0-9_-]+\/)?(?:gpt-5\.6-|gpt-6|gpt-daybreak-)/;

/** Models known to take changes of effort as items. */
const effortUpdateNames =
  /^(?:[A-Za-z0-9_-]+\/)?(?:gpt-6\.2-(?:sol|astra)|gpt-6-astra|gpt-6\.1-(?:sol|terra))/;

function toModel(slug: string, entry: JsonRecord | undefined): Model {
  if (entry === undefined) return unknownModel(slug);
  const messages = isRecord(entry['model_messages']) ? entry['model_messages'] : {};
  const variables = isRecord(messages['instructions_variables'])
    ? messages['instructions_variables']
    : {};
  const policy = isRecord(entry['truncation_policy']) ? entry['truncation_policy'] : {};
  const modalities = Array.isArray(entry['input_modalities'])
    ? entry['input_modalities']
    : ['text', 'image'];
  const verbosity =
    entry['support_verbosity'] === true ? text(entry['default_verbosity']) : undefined;
  const parallel = entry['supports_parallel_tool_calls'];
  return {
    slug,
    isKnown: true,
    baseInstructions: text(entry['base_instructions']),
    template: text(messages['instructions_template']),
    personalities: {
      default: text(variables['personality_default']),
      friendly: text(variables['personality_friendly']),
      pragmatic: text(variables['personality_pragmatic']),
    },
    truncation: {
      mode: policy['mode'] === 'tokens' ? 'tokens' : 'bytes',
      limit: count(policy['limit']) ?? 10_000,
    },
    takesImages: modalities.includes('image'),
    takesAudio: modalities.includes('audio'),
    isLite: entry['use_responses_lite'] === true,
    compHash: text(entry['comp_hash']),
    parallelToolCalls: typeof parallel === 'boolean' ? parallel : undefined,
    defaultEffort: text(entry['default_reasoning_level']),
    efforts: readEfforts(entry['supported_reasoning_levels']),
    defaultSummary: text(entry['default_reasoning_summary']),
    takesSummary: entry['supports_reasoning_summary_parameter'] !== false,
    serviceTiers: readTiers(entry['service_tiers']),
    takesEffortUpdates: entry['supports_reasoning_effort_updates'] === true,
    verbosity,
    contextWindow: count(entry['context_window']),
    maxContextWindow: count(entry['max_context_window']),
    effectivePercent: count(entry['effective_context_window_percent']) ?? 95,
    autoCompactTokenLimit: count(entry['auto_compact_token_limit']),
    collaborationModes: texts(messages['collaboration_modes']),
    agentRoles: texts(isRecord(messages['multi_agent']) ? messages['multi_agent']['role'] : {}),
    permissionTexts: {
      permissions: texts(messages['permissions']),
      approvals: texts(messages['approvals']),
    },
  };
}

function unknownModel(slug: string): Model {
  return {
    slug,
    isKnown: false,
    baseInstructions: undefined,
    template: undefined,
    personalities: {},
    truncation: { mode: 'tokens', limit: 10_000 },
    takesImages: true,
    takesAudio: false,
    isLite: liteNames.test(slug),
    compHash: undefined,
    parallelToolCalls: undefined,
    defaultEffort: undefined,
    efforts: [],
    defaultSummary: undefined,
    takesSummary: true,
    serviceTiers: [],
    takesEffortUpdates: effortUpdateNames.test(slug),
    verbosity: undefined,
    contextWindow: undefined,
    maxContextWindow: undefined,
    effectivePercent: 95,
    autoCompactTokenLimit: undefined,
    collaborationModes: {},
    agentRoles: {},
    permissionTexts: { permissions: {}, approvals: {} },
  };
}
