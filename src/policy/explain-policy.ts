/** What a policy allows where, which entry decides, and how it is enforced: the report of `promptmill policy explain`. */

import { deniedReads } from './denied-reads.js';
import { enforcementOf, type Enforcement } from './direct-enforcement.js';
import type { PolicyRules } from './from-legacy.js';
import { comparePaths, joinPath } from './lexical-path.js';
import { matchesGlob } from './match-glob.js';
import { accessAt, canWrite, protectedFolderOf } from './path-access.js';
import { type Access, entryPathText, type Network, networkOf } from './profile.js';
import type { ResolvedPolicy } from './resolve-policy.js';
import { platformLimits, type Bubblewrap, type Limit, type Platform } from './platform-limits.js';
import { writableRoots, type WritableRoot } from './writable-roots.js';

export interface PathReport {
  readonly path: string;
  readonly access: Access;
  /** The entry that decides, as `read :root`; or the protected folder, the glob, or that there is none. */
  readonly decidedBy: string;
}

export interface PolicyReport {
  readonly profile: ResolvedPolicy['profile']['type'];
  readonly readsAll: boolean;
  readonly writesAll: boolean;
  readonly network: Network;
  readonly paths: readonly PathReport[];
  readonly writableRoots: readonly WritableRoot[];
  readonly deniedGlobs: readonly string[];
  readonly enforcement: Enforcement;
  readonly platform: Platform;
  readonly limits: readonly Limit[];
}

export function explainPolicy(
  policy: ResolvedPolicy,
  machine: { readonly platform: Platform; readonly bubblewrap: Bubblewrap },
  rules: PolicyRules,
): PolicyReport {
  const enforcement = enforcementOf(policy, rules);
  return {
    profile: policy.profile.type,
    readsAll: policy.readsAll,
    writesAll: policy.writesAll,
    network: networkOf(policy.profile),
    paths: pathsOf(policy).map((path) => explainPath(policy, path)),
    writableRoots: writableRoots(policy),
    deniedGlobs: deniedReads(policy).globs,
    enforcement,
    platform: machine.platform,
    limits: platformLimits(policy, enforcement, {
      ...machine,
      legacyLandlock: rules.legacyLandlock,
    }),
  };
}

/** Access to one path, protected folders and globs minded. */
export function explainPath(policy: ResolvedPolicy, path: string): PathReport {
  const glob = deniedReads(policy).globs.find((candidate) => matchesGlob(path, candidate));
  if (glob !== undefined) return { path, access: 'deny', decidedBy: `deny ${glob}` };
  const { access, decidedBy } = accessAt(policy, path);
  if (access === 'write' && !canWrite(policy, path)) {
    return {
      path,
      access: 'read',
      decidedBy: `protected ${protectedFolderOf(policy, path) ?? path}`,
    };
  }
  if (decidedBy === undefined) {
    return { path, access, decidedBy: access === 'write' ? 'no sandbox for files' : 'no entry' };
  }
  const { entry } = decidedBy;
  return { path, access, decidedBy: `${entry.access} ${entryPathText(entry.path)}` };
}

/** The root, every path that an entry names, and the protected folders of what may be written. */
function pathsOf(policy: ResolvedPolicy): string[] {
  const roots = writableRoots(policy).flatMap(({ path }) =>
    policy.protectedFolders.map((name) => joinPath(path, name)),
  );
  const named = policy.targets.map(({ path }) => path);
  return [...new Set(['/', policy.cwd, ...policy.workspaceRoots, ...named, ...roots])].toSorted(
    comparePaths,
  );
}
