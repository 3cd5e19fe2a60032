/** Settings that were given, checked against the table of keys, and read by name. */

import { closestMatch } from 'leven';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import {
  featureTargets,
  type SettingName,
  settingKeys,
  type SettingTarget,
  silentConfigKeys,
  type ValueForm,
} from './setting-keys.js';

/** Where a set of values came from, for messages. */
export interface SettingsOrigin {
  /** `--set`, or the path of a file. */
  readonly name: string;
  /** A file of Codex's own may hold keys that no request depends on. */
  readonly isConfigFile: boolean;
}

/**
 * Checks keys and values.
 * @param values nested by key, as TOML or JSON gives them
 * @returns the values that reach a request
 * @throws PromptmillError `bad_setting`, with the nearest key for one that is unknown
 */
export function checkSettings(values: JsonRecord, origin: SettingsOrigin): JsonRecord {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name)) {
      if (origin.isConfigFile && silentConfigKeys.has(name)) continue;
      throw unknownKey(name, origin);
    }
    checkValue(name, value, origin);
    kept[name] = value;
  }
  return kept;
}

/** Settings of one kind over another: tables are merged key by key, other values replaced. */
export function mergeSettings(under: JsonRecord, over: JsonRecord): JsonRecord {
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? mergeSettings(below, value) : value;
  }
  return merged;
}

/** Reads checked settings. */
export class Settings {
  readonly values: JsonRecord;

  /** @param values as `checkSettings` gave them */
  constructor(values: JsonRecord) {
    this.values = values;
  }

  has(name: SettingName): boolean {
    return this.values[name] !== undefined;
  }

  text(name: SettingName): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: SettingName): boolean | undefined {
    const value = this.values[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  count(name: SettingName): number | undefined {
    const value = this.values[name];
    return typeof value === 'number' ? value : undefined;
  }

  texts(name: SettingName): readonly string[] | undefined {
    const value = this.values[name];
    return isTexts(value) ? value : undefined;
  }

  table(name: SettingName): JsonRecord | undefined {
    const value = this.values[name];
    return isRecord(value) ? value : undefined;
  }

  /** A feature switched on or off; a table counts by its `enabled`, which is on when it is left out. */
  feature(name: string): boolean | undefined {
    const value = this.table('features')?.[name];
    if (typeof value === 'boolean') return value;
    return isRecord(value) ? value['enabled'] !== false : undefined;
  }

  featureTable(name: string): JsonRecord | undefined {
    const value = this.table('features')?.[name];
    return isRecord(value) ? value : undefined;
  }

  /** What these settings speak of. */
  targets(): ReadonlySet<SettingTarget> {
    const targets = new Set<SettingTarget>();
    for (const name of Object.keys(this.values)) {
      if (isSettingName(name)) for (const target of settingKeys[name].targets) targets.add(target);
    }
    for (const feature of Object.keys(this.table('features') ?? {})) {
      for (const target of featureTargets[feature] ?? []) targets.add(target);
    }
    return targets;
  }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingKeys, name);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function checkValue(name: SettingName, value: unknown, origin: SettingsOrigin): void {
  const { form } = settingKeys[name];
  if (fits(form, value)) return;
  throw new PromptmillError('bad_setting', `${origin.name}: ${name} has a value it cannot have`, {
    found: JSON.stringify(value),
    expected: describe(form),
  });
}

function fits(form: ValueForm, value: unknown): boolean {
  switch (form.kind) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'count':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    case 'texts':
      return isTexts(value);
    case 'table':
      return isRecord(value);
    case 'text-or-table':
      return typeof value === 'string' || isRecord(value);
    case 'choice':
      return typeof value === 'string' && form.of.includes(value);
    default:
      return form satisfies never;
  }
}

function describe(form: ValueForm): string {
  switch (form.kind) {
    case 'text':
      return 'a string';
    case 'flag':
      return 'true or false';
    case 'count':
      return 'a whole number, 0 or more';
    case 'texts':
      return 'a list of strings';
    case 'table':
      return 'a table';
    case 'text-or-table':
      return 'a string or a table';
    case 'choice':
      return `one of ${form.of.join(', ')}`;
    default:
      return form satisfies never;
  }
}

function unknownKey(name: string, origin: SettingsOrigin): PromptmillError {
  const isSilent = silentConfigKeys.has(name);
  const nearest = closestMatch(name, Object.keys(settingKeys), {
    maxDistance: Math.ceil(name.length / 2),
  });
  const message = isSilent
    ? `${origin.name}: no request depends on ${name}`
    : `${origin.name}: there is no setting ${name}`;
  return new PromptmillError('bad_setting', message, {
    found: name,
    expected: nearest === undefined ? 'a key of config.toml' : `perhaps ${nearest}`,
    remedy: 'see `promptmill render --help`',
  });
}
