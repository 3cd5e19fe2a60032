/** The folders that a policy lets be written, and what in them stays read-only (spec 2 §3.5). */

import { comparePaths, isWithin, joinPath } from './lexical-path.js';
import { canWrite } from './path-access.js';
import type { ResolvedPolicy } from './resolve-policy.js';

export interface WritableRoot {
  readonly path: string;
  /** Paths below it that stay read-only: existing protected folders, and what narrower entries say. */
  readonly readOnly: readonly string[];
  /** Names directly below it that may not be written, whether they exist or not. */
  readonly protectedNames: readonly string[];
}

/** In order of their components; none where everything, or nothing, may be written. */
export function writableRoots(policy: ResolvedPolicy): readonly WritableRoot[] {
  if (policy.writesAll) return [];
  const paths = policy.targets
    .filter(({ path, access }) => access === 'write' && canWrite(policy, path))
    .map(({ path }) => path);
  return [...new Set(paths)].toSorted(comparePaths).map((path) => describeRoot(policy, path));
}

function describeRoot(policy: ResolvedPolicy, path: string): WritableRoot {
  const named = new Set(policy.targets.map((target) => target.path));
  const metadata = existingMetadata(policy, path).filter((folder) => !named.has(folder));
  const narrower = policy.targets
    .filter(({ access }) => access !== 'write')
    .map((target) => target.path)
    .filter((inner) => inner !== path && isWithin(inner, path) && !canWrite(policy, inner));
  return {
    path,
    readOnly: [...new Set([...metadata, ...narrower])],
    protectedNames: policy.protectedFolders.filter(
      (name) => !canWrite(policy, joinPath(path, name)),
    ),
  };
}

/** Protected folders that are there; those of the working directory's configuration count as there always. */
function existingMetadata(policy: ResolvedPolicy, root: string): string[] {
  const { facts, cwd, protectedFolders } = policy;
  return protectedFolders.flatMap((name) => {
    const path = joinPath(root, name);
    const kind = facts.kindOf(path);
    if (name === '.git' && kind === 'file') {
      const target = facts.gitDirOf(path);
      return target === undefined ? [path] : [target, path];
    }
    const isThere = kind === 'directory' || (name === '.codex' && root === cwd);
    return isThere ? [path] : [];
  });
}
