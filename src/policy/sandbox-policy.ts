/** The older form of a policy, which rollouts still keep: one of four modes with a few switches (spec 2 §3.1). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { badPolicy, shown } from './bad-policy.js';
import type { Network } from './profile.js';

export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';

export type SandboxPolicy =
  | { readonly type: 'danger-full-access' }
  | { readonly type: 'read-only'; readonly network: Network }
  | { readonly type: 'external-sandbox'; readonly network: Network }
  | WorkspaceWrite;

export interface WorkspaceWrite {
  readonly type: 'workspace-write';
  readonly writableRoots: readonly string[];
  readonly network: Network;
  readonly excludesTmpdir: boolean;
  readonly excludesSlashTmp: boolean;
}

/**
 * Reads a policy from rollout JSON (`workspace-write`), from the app server's (`workspaceWrite`), or from rollouts of
 * early releases, whose tag is `mode`.
 * @throws PromptmillError `bad_policy`
 */
export function readSandboxPolicy(value: unknown): SandboxPolicy {
  if (!isRecord(value)) {
    throw badPolicy('sandbox policy', { found: shown(value), expected: 'an object' });
  }
  const type = value['type'] ?? value['mode'];
  switch (type) {
    case 'danger-full-access':
    case 'dangerFullAccess':
      return { type: 'danger-full-access' };
    case 'read-only':
    case 'readOnly':
      return { type: 'read-only', network: networkFlag(value) };
    case 'external-sandbox':
    case 'externalSandbox':
      return { type: 'external-sandbox', network: networkFlag(value) };
    case 'workspace-write':
    case 'workspaceWrite':
      return {
        type: 'workspace-write',
        writableRoots: rootsOf(value),
        network: networkFlag(value),
        excludesTmpdir: flag(value, 'exclude_tmpdir_env_var', 'excludeTmpdirEnvVar'),
        excludesSlashTmp: flag(value, 'exclude_slash_tmp', 'excludeSlashTmp'),
      };
    default:
      throw badPolicy('sandbox policy: type', {
        found: shown(type),
        expected: 'danger-full-access, read-only, external-sandbox or workspace-write',
      });
  }
}

/** @throws PromptmillError `bad_policy` */
export function readSandboxMode(value: unknown): SandboxMode {
  if (value === 'read-only' || value === 'workspace-write' || value === 'danger-full-access') {
    return value;
  }
  throw badPolicy('sandbox_mode', {
    found: shown(value),
    expected: 'read-only, workspace-write or danger-full-access',
  });
}

function networkFlag(record: JsonRecord): Network {
  const value = record['network_access'] ?? record['networkAccess'] ?? false;
  if (typeof value === 'boolean') return value ? 'enabled' : 'restricted';
  if (value === 'restricted' || value === 'enabled') return value;
  throw badPolicy('sandbox policy: network_access', {
    found: shown(value),
    expected: 'true, false, restricted or enabled',
  });
}

function rootsOf(record: JsonRecord): readonly string[] {
  const value = record['writable_roots'] ?? record['writableRoots'] ?? [];
  if (Array.isArray(value) && value.every((root) => typeof root === 'string')) return value;
  throw badPolicy('sandbox policy: writable_roots', {
    found: shown(value),
    expected: 'a list of paths',
  });
}

function flag(record: JsonRecord, name: string, camelName: string): boolean {
  const value = record[name] ?? record[camelName] ?? false;
  if (typeof value === 'boolean') return value;
  throw badPolicy(`sandbox policy: ${name}`, { found: shown(value), expected: 'true or false' });
}
