/** Turns a policy of the older form into a profile, its entries in the order in which they are told (spec 2 §2.3). */

import type { RulesProfile } from '../contract/rules.js';
import { type Entry, type PermissionProfile, pathEntry, specialEntry } from './profile.js';
import type { SandboxPolicy, WorkspaceWrite } from './sandbox-policy.js';

/** What differs between releases in a policy. */
export type PolicyRules = Pick<
  RulesProfile,
  'protectedFolders' | 'workspaceParentProtects' | 'projectRootsKey' | 'legacyLandlock'
>;

/** @param rules which folders of a workspace root the release protects */
export function profileOfSandbox(policy: SandboxPolicy, rules: PolicyRules): PermissionProfile {
  switch (policy.type) {
    case 'danger-full-access':
      return { type: 'disabled' };
    case 'external-sandbox':
      return { type: 'external', network: policy.network };
    case 'read-only':
      return managed([specialEntry({ kind: 'root' }, 'read')], policy.network);
    default:
      return managed(workspaceEntries(policy, rules), policy.network);
  }
}

function managed(entries: readonly Entry[], network: 'restricted' | 'enabled'): PermissionProfile {
  return { type: 'managed', files: { type: 'restricted', entries }, network };
}

function workspaceEntries(policy: WorkspaceWrite, rules: PolicyRules): Entry[] {
  return [
    specialEntry({ kind: 'root' }, 'read'),
    specialEntry({ kind: 'project_roots' }, 'write'),
    ...(policy.excludesSlashTmp ? [] : [specialEntry({ kind: 'slash_tmp' }, 'write')]),
    ...(policy.excludesTmpdir ? [] : [specialEntry({ kind: 'tmpdir' }, 'write')]),
    ...policy.writableRoots.map((root) => pathEntry(root, 'write')),
    ...rules.protectedFolders.map((subpath) =>
      specialEntry({ kind: 'project_roots', subpath }, 'read'),
    ),
  ];
}
