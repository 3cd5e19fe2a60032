/** What a policy allows at a path (spec 2 §3.5). */

import { isWithin, joinPath, pathComponents } from './lexical-path.js';
import { type Access, restrictedFiles } from './profile.js';
import type { ResolvedPolicy, Target } from './resolve-policy.js';
import { strongestAt } from './strongest-entry.js';

export interface PathAccess {
  readonly access: Access;
  /** The entry that decides; undefined where files are not restricted, or no entry is about the path. */
  readonly decidedBy?: Target;
}

/** What the entries say about a path; globs and protected folders are not looked at. */
export function accessAt(policy: ResolvedPolicy, path: string): PathAccess {
  if (restrictedFiles(policy.profile) === undefined) return { access: 'write' };
  const decidedBy = strongestAt(policy.targets, path);
  return decidedBy === undefined ? { access: 'deny' } : { access: decidedBy.access, decidedBy };
}

/** Whether a path may be written, protected folders minded. */
export function canWrite(policy: ResolvedPolicy, path: string): boolean {
  if (policy.writesAll) return true;
  return accessAt(policy, path).access === 'write' && protectedFolderOf(policy, path) === undefined;
}

/** The protected folder that a path lies in, below some writable entry, and that no entry opens again. */
export function protectedFolderOf(policy: ResolvedPolicy, path: string): string | undefined {
  const own = pathComponents(path);
  const writable = policy.targets.filter(({ access }) => access === 'write');
  let protectedBy: string | undefined;
  for (const { path: root } of writable) {
    const name = isWithin(path, root) ? own[pathComponents(root).length] : undefined;
    if (name === undefined || !policy.protectedFolders.includes(name)) continue;
    const folder = joinPath(root, name);
    const isOpened = writable.some(
      (target) => isWithin(target.path, folder) && isWithin(path, target.path),
    );
    // What lies in an opened folder is open, names that would be protected elsewhere among it (measured).
    if (isOpened) return undefined;
    protectedBy ??= folder;
  }
  return protectedBy;
}
