/** A profile in its place: with its roots, its paths, and what they amount to (spec 2 §3.5). */

import type { PathFacts } from '../contract/path-facts.js';
import type { PolicyRules } from './from-legacy.js';
import { isAbsolutePath, joinPath, normalisePath } from './lexical-path.js';
import { materialise } from './materialise.js';
import {
  type Access,
  type Entry,
  type EntryPath,
  pathEntry,
  type PermissionProfile,
  restrictedFiles,
} from './profile.js';
import { strongestAt } from './strongest-entry.js';

/** A profile and the place it is for. */
export interface PolicySetting {
  readonly profile: PermissionProfile;
  readonly cwd: string;
  /** What the session works in, the working directory first; none: there is no environment. */
  readonly workspaceRoots: readonly string[];
  /** Roots from the profile's own table. */
  readonly profileRoots?: readonly string[];
  /** Files of Codex itself, which it lets be read where the profile does not. */
  readonly runtimeReads?: readonly string[];
  readonly facts: PathFacts;
}

/** An entry with the path it comes down to. */
export interface Target {
  readonly path: string;
  readonly access: Access;
  readonly entry: Entry;
}

export interface ResolvedPolicy {
  /** Its entries name no workspace root any more, as far as there are roots. */
  readonly profile: PermissionProfile;
  readonly cwd: string;
  readonly workspaceRoots: readonly string[];
  readonly facts: PathFacts;
  readonly targets: readonly Target[];
  readonly readsAll: boolean;
  readonly writesAll: boolean;
  /** Folders of a writable root that stay read-only. */
  readonly protectedFolders: readonly string[];
}

export function resolvePolicy(setting: PolicySetting, rules: PolicyRules): ResolvedPolicy {
  const { cwd, workspaceRoots, facts } = setting;
  const profile = placedProfile(setting);
  const entries = restrictedFiles(profile)?.entries;
  return {
    profile,
    cwd,
    workspaceRoots,
    facts,
    targets: entries === undefined ? [] : targetsOf(entries, setting),
    readsAll: entries === undefined || readsAll(entries),
    writesAll: entries === undefined || writesAll(entries),
    protectedFolders: rules.protectedFolders,
  };
}

function placedProfile(setting: PolicySetting): PermissionProfile {
  const { profile, workspaceRoots, profileRoots = [], runtimeReads = [] } = setting;
  const files = restrictedFiles(profile);
  if (files === undefined || profile.type !== 'managed') return profile;
  const placed = materialise(files, { session: workspaceRoots, added: profileRoots });
  const entries = [...placed.entries];
  for (const path of runtimeReads) {
    const access = strongestAt(targetsOf(entries, setting), path)?.access ?? 'deny';
    if (!readsAll(entries) && access === 'deny') entries.push(pathEntry(path, 'read'));
  }
  return { ...profile, files: { ...placed, entries } };
}

function targetsOf(entries: readonly Entry[], setting: PolicySetting): Target[] {
  return entries.flatMap((entry) => {
    const path = targetPath(entry.path, setting);
    return path === undefined ? [] : [{ path, access: entry.access, entry }];
  });
}

/** Globs, `:minimal` and what is unknown come down to no path. */
function targetPath(path: EntryPath, { cwd, facts }: PolicySetting): string | undefined {
  if (path.type === 'path') return normalisePath(path.path);
  if (path.type === 'glob') return undefined;
  switch (path.value.kind) {
    case 'root':
      return '/';
    case 'slash_tmp':
      return facts.kindOf('/tmp') === 'directory' ? '/tmp' : undefined;
    case 'tmpdir':
      return tmpDir(facts, cwd);
    default:
      return undefined;
  }
}

function tmpDir({ tmpDir }: PathFacts, cwd: string): string | undefined {
  if (tmpDir === undefined || tmpDir === '') return undefined;
  return isAbsolutePath(tmpDir) ? normalisePath(tmpDir) : joinPath(cwd, tmpDir);
}

function readsAll(entries: readonly Entry[]): boolean {
  const opens = entries.some((entry) => isRoot(entry.path) && entry.access !== 'deny');
  return opens && entries.every(({ access }) => access !== 'deny');
}

function writesAll(entries: readonly Entry[]): boolean {
  const opens = entries.some((entry) => isRoot(entry.path) && entry.access === 'write');
  return opens && !entries.some((entry) => narrows(entry, entries));
}

/** Whether an entry takes writing away from a root that may be written. */
function narrows({ path, access }: Entry, entries: readonly Entry[]): boolean {
  if (access === 'write') return false;
  if (path.type === 'glob') return true;
  if (path.type === 'special') {
    if (path.value.kind === 'root') return access === 'deny';
    if (path.value.kind === 'minimal' || path.value.kind === 'unknown') return false;
  }
  // A denial outweighs permission to write the same place; permission to read does not.
  const isOverridden = entries.some(
    (other) => other.access === 'write' && access === 'read' && isSamePlace(other.path, path),
  );
  return !isOverridden;
}

function isSamePlace(left: EntryPath, right: EntryPath): boolean {
  return placeKey(left) === placeKey(right);
}

function placeKey(path: EntryPath): string {
  if (path.type === 'path') return normalisePath(path.path);
  if (path.type === 'glob') return `glob ${path.pattern}`;
  if (path.value.kind === 'root') return '/';
  return path.value.kind === 'slash_tmp' ? '/tmp' : JSON.stringify(path.value);
}

function isRoot(path: EntryPath): boolean {
  return path.type === 'special' && path.value.kind === 'root';
}
