/** Which policy a session starts with, chosen from layers of configuration (spec 2 §3.3). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import {
  type ApprovalPolicy,
  readApprovalPolicy,
  readReviewer,
  type Reviewer,
} from './approvals.js';
import { badPolicy, shown } from './bad-policy.js';
import { type PolicyRules, profileOfSandbox } from './from-legacy.js';
import { joinPath } from './lexical-path.js';
import { absolutePath } from './filesystem-table.js';
import { type PermissionProfile, pathEntry, restrictedFiles } from './profile.js';
import { profileFromTables } from './profile-tables.js';
import { readSandboxMode, readSandboxPolicy, type SandboxMode } from './sandbox-policy.js';

/** One configuration file, or what was given on the command line, as a parsed object. */
export interface ConfigLayer {
  readonly values: JsonRecord;
  /** What its relative paths are relative to. */
  readonly folder: string;
}

export interface SelectionPlace {
  readonly cwd: string;
  readonly home?: string;
  /** Whether the project is listed, and how; undefined: it is not listed. */
  readonly trust?: 'trusted' | 'untrusted';
  /** Paths and globs that an administrator's requirements deny. */
  readonly requiredDenials?: readonly string[];
}

export interface PermissionSelection {
  /** The profile's name; undefined when a sandbox mode chose it. */
  readonly profileId?: string;
  readonly profile: PermissionProfile;
  /** Working directory first, then the roots that the sandbox settings add. */
  readonly workspaceRoots: readonly string[];
  /** Roots that the profile's own table adds. */
  readonly profileRoots: readonly string[];
  readonly approval: ApprovalPolicy;
  readonly reviewer: Reviewer;
  readonly warnings: readonly string[];
}

/**
 * @param layers lowest first
 * @throws PromptmillError `bad_policy`
 */
export function selectPermissions(
  layers: readonly ConfigLayer[],
  place: SelectionPlace,
  rules: PolicyRules,
): PermissionSelection {
  const config = mergeTables(layers.map(({ values }) => values));
  const chosen = chooseProfile(layers, { config, place, rules });
  return {
    ...chosen,
    profile: withDenials(chosen.profile, place),
    approval:
      config['approval_policy'] === undefined
        ? defaultApproval(place.trust)
        : readApprovalPolicy(config['approval_policy']),
    reviewer: readReviewer(config['approvals_reviewer'] ?? 'user'),
  };
}

type ChosenProfile = Omit<PermissionSelection, 'approval' | 'reviewer'>;

interface ChoiceContext {
  readonly config: JsonRecord;
  readonly place: SelectionPlace;
  readonly rules: PolicyRules;
}

function chooseProfile(layers: readonly ConfigLayer[], context: ChoiceContext): ChosenProfile {
  const deciding = layers.findLast(
    ({ values }) =>
      values['default_permissions'] !== undefined || values['sandbox_mode'] !== undefined,
  )?.values;
  const id = deciding?.['default_permissions'];
  if (id !== undefined) return namedProfile(id, context);
  if (deciding !== undefined) {
    return sandboxProfile(readSandboxMode(deciding['sandbox_mode']), layers, context);
  }
  if (context.config['permissions'] !== undefined) {
    throw badPolicy('permissions', {
      found: 'profiles without default_permissions',
      expected: 'default_permissions with the name of one',
    });
  }
  const isListed = context.place.trust !== undefined;
  return sandboxProfile(isListed ? 'workspace-write' : 'read-only', layers, context);
}

const builtInModes: Readonly<Partial<Record<string, SandboxMode>>> = {
  ':read-only': 'read-only',
  ':workspace': 'workspace-write',
  ':danger-full-access': 'danger-full-access',
};

function namedProfile(id: unknown, { config, place, rules }: ChoiceContext): ChosenProfile {
  if (typeof id !== 'string') {
    throw badPolicy('default_permissions', { found: shown(id), expected: 'a name' });
  }
  const mode = builtInModes[id];
  if (mode !== undefined) {
    const profile = profileOfSandbox(readSandboxPolicy({ type: mode }), rules);
    return {
      profileId: id,
      profile,
      workspaceRoots: [place.cwd],
      profileRoots: [],
      warnings: [],
    };
  }
  const tables = config['permissions'];
  if (id.startsWith(':') || !isRecord(tables)) {
    throw badPolicy('default_permissions', {
      found: shown(id),
      expected: `${Object.keys(builtInModes).join(', ')}, or a profile under [permissions]`,
    });
  }
  const { profile, workspaceRoots, warnings } = profileFromTables(id, tables, { place, rules });
  return {
    profileId: id,
    profile,
    workspaceRoots: [place.cwd],
    profileRoots: workspaceRoots,
    warnings,
  };
}

/** A sandbox mode with the settings of its table, whose roots count as workspace roots. */
function sandboxProfile(
  mode: SandboxMode,
  layers: readonly ConfigLayer[],
  { config, place, rules }: ChoiceContext,
): ChosenProfile {
  const settings = config['sandbox_workspace_write'];
  const fields = mode === 'workspace-write' && isRecord(settings) ? settings : {};
  const policy = readSandboxPolicy({ ...fields, writable_roots: [], type: mode });
  return {
    profile: profileOfSandbox(policy, rules),
    // They are listed in every mode, also where they can't be written (measured).
    workspaceRoots: [...new Set([place.cwd, ...configuredRoots(layers, place)])],
    profileRoots: [],
    warnings: [],
  };
}

/** Writable roots of the highest layer that has some; relative ones begin at that layer's folder. */
function configuredRoots(layers: readonly ConfigLayer[], place: SelectionPlace): string[] {
  for (const { values, folder } of layers.toReversed()) {
    const settings = values['sandbox_workspace_write'];
    const roots = isRecord(settings) ? settings['writable_roots'] : undefined;
    if (roots === undefined) continue;
    if (!Array.isArray(roots) || !roots.every((root) => typeof root === 'string')) {
      throw badPolicy('sandbox_workspace_write.writable_roots', {
        found: shown(roots),
        expected: 'a list of paths',
      });
    }
    return roots.map((root) =>
      root.startsWith('~') ? absolutePath(root, place) : joinPath(folder, root),
    );
  }
  return [];
}

function withDenials(
  profile: PermissionProfile,
  { requiredDenials = [] }: SelectionPlace,
): PermissionProfile {
  const files = restrictedFiles(profile);
  if (files === undefined || profile.type !== 'managed' || requiredDenials.length === 0) {
    return profile;
  }
  const denials = requiredDenials.map((path) =>
    /[*?[\]]/.test(path)
      ? ({ path: { type: 'glob', pattern: path }, access: 'deny' } as const)
      : pathEntry(path, 'deny'),
  );
  return { ...profile, files: { ...files, entries: [...files.entries, ...denials] } };
}

function defaultApproval(trust: SelectionPlace['trust']): ApprovalPolicy {
  return trust === 'untrusted' ? 'untrusted' : 'on-request';
}

/** Tables over tables, key by key; anything else is replaced. */
function mergeTables(tables: readonly JsonRecord[]): JsonRecord {
  const merged: Record<string, unknown> = {};
  for (const table of tables) {
    for (const [key, value] of Object.entries(table)) {
      const earlier = merged[key];
      merged[key] = isRecord(value) && isRecord(earlier) ? mergeTables([earlier, value]) : value;
    }
  }
  return merged;
}
