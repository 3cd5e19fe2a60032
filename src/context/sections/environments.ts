/** The environments: told in full, later what changed of them (spec 2 §2.4). */

import type { EnvironmentSnapshot, EnvironmentsSnapshot } from '../../contract/context.js';
import { isRecord } from '../../contract/json-record.js';
import { defineSection } from '../section.js';

export const environmentsSection = defineSection<EnvironmentsSnapshot>({
  id: 'environments',
  key: 'environments',
  role: 'user',
  label: 'environments.environment_context',
  needsFragment: false,
  snapshot: ({ settings }) => settings.environments,
  read: readSnapshot,
  text: (told, { settings, sections }) => {
    const { environments } = settings;
    if (environments === undefined) return undefined;
    return told.state === 'absent'
      ? sections.environments.full(environments)
      : sections.environments.changed(told, environments);
  },
});

const optionalTexts = [
  'current_date',
  'timezone',
  'network',
  'filesystem',
  'subagents',
] as const satisfies readonly (keyof EnvironmentsSnapshot)[];

function readSnapshot(recorded: unknown): EnvironmentsSnapshot | undefined {
  if (!isRecord(recorded) || !isRecord(recorded['environments'])) return undefined;
  const environments: Record<string, EnvironmentSnapshot> = {};
  for (const [id, value] of Object.entries(recorded['environments'])) {
    const environment = readEnvironment(value);
    if (environment === undefined) return undefined;
    environments[id] = environment;
  }
  const rest: Partial<Record<(typeof optionalTexts)[number], string>> = {};
  for (const key of optionalTexts) {
    const value = recorded[key] ?? undefined;
    if (typeof value === 'string') rest[key] = value;
    else if (value !== undefined) return undefined;
  }
  return { environments, ...rest };
}

function readEnvironment(value: unknown): EnvironmentSnapshot | undefined {
  if (!isRecord(value)) return undefined;
  const { cwd, status } = value;
  const shell = value['shell'] ?? undefined;
  if (typeof cwd !== 'string' || (status !== 'available' && status !== 'starting')) {
    return undefined;
  }
  if (shell === undefined) return { cwd, status };
  return typeof shell === 'string' ? { cwd, status, shell } : undefined;
}
