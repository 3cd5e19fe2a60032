/** The environment section as a world state keeps it (spec 2 §2.4). */

import type { EnvironmentSnapshot, EnvironmentsSnapshot } from '../contract/context.js';
import { isRecord } from '../contract/json-record.js';
import type { RulesProfile } from '../contract/rules.js';

/** Newer releases tell which of several environments is the primary one. */
export type EnvironmentRules = Pick<RulesProfile, 'tellsPrimaryEnvironment'>;

/** An environment that a session works in. */
export interface SelectedEnvironment extends Omit<EnvironmentSnapshot, 'is_primary'> {
  readonly id: string;
}

/** Environments by id, in the order of their selection; of several, the first that is ready is the primary one. */
export function environmentsById(
  selected: readonly SelectedEnvironment[],
  rules: EnvironmentRules,
): EnvironmentsSnapshot['environments'] {
  const primary =
    rules.tellsPrimaryEnvironment && selected.length > 1
      ? selected.find(({ status }) => status === 'available')
      : undefined;
  return Object.fromEntries(
    selected.map((environment) => {
      const { id, cwd, status, shell } = environment;
      // An environment that starts has not told its shell yet.
      const told = status === 'available' && shell !== undefined ? { shell } : {};
      const flag = environment === primary ? { is_primary: true } : {};
      return [id, { cwd, status, ...told, ...flag }];
    }),
  );
}

/**
 * A snapshot read from a world state.
 * @returns undefined when the value is none, as a whole or in any part: then everything has to be told
 */
export function readEnvironmentsSnapshot(
  value: unknown,
  rules: EnvironmentRules,
): EnvironmentsSnapshot | undefined {
  if (!isRecord(value) || !isRecord(value['environments'])) return undefined;
  const environments: [string, EnvironmentSnapshot][] = [];
  for (const [id, entry] of Object.entries(value['environments'])) {
    const environment = readEnvironment(entry, rules);
    if (environment === undefined) return undefined;
    environments.push([id, environment]);
  }
  const texts: [string, string][] = [];
  for (const key of textKeys) {
    const text = value[key];
    if (typeof text === 'string') texts.push([key, text]);
    else if (text !== undefined && text !== null) return undefined;
  }
  return { environments: Object.fromEntries(environments), ...Object.fromEntries(texts) };
}

const textKeys = ['current_date', 'timezone', 'network', 'filesystem', 'subagents'] as const;

function readEnvironment(value: unknown, rules: EnvironmentRules): EnvironmentSnapshot | undefined {
  if (!isRecord(value)) return undefined;
  const { cwd, status, shell, is_primary: isPrimary = false } = value;
  if (typeof cwd !== 'string') return undefined;
  if (status !== 'available' && status !== 'starting') return undefined;
  if (shell !== undefined && shell !== null && typeof shell !== 'string') return undefined;
  const told = typeof shell === 'string' ? { shell } : {};
  if (!rules.tellsPrimaryEnvironment) return { cwd, status, ...told };
  if (typeof isPrimary !== 'boolean') return undefined;
  return { cwd, status, ...told, ...(isPrimary && { is_primary: true }) };
}
