/** The `filesystem` table of a permission profile: its keys become entries (spec 2 §3.4). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { badPolicy, shown } from './bad-policy.js';
import type { PolicyRules } from './from-legacy.js';
import { compareBytes, isAbsolutePath, joinPath, normalisePath } from './lexical-path.js';
import {
  type Access,
  type Entry,
  type EntryPath,
  pathEntry,
  rootsGlobPrefix,
  specialEntry,
} from './profile.js';
import { readAccess } from './read-profile.js';

/** Keys to access words, or to a table of subpaths with theirs. */
export type FilesystemTable = Readonly<Record<string, Access | Readonly<Record<string, Access>>>>;

export interface TablePlace {
  readonly cwd: string;
  readonly home?: string;
}

/** @throws PromptmillError `bad_policy` when a value is no access word */
export function readFilesystemTable(table: JsonRecord, where: string): FilesystemTable {
  const read: Record<string, Access | Record<string, Access>> = {};
  for (const [key, value] of Object.entries(table)) {
    if (key === 'glob_scan_max_depth') continue;
    if (!isRecord(value)) {
      read[key] = readAccess(value, `${where}.${shown(key)}`);
      continue;
    }
    const scoped: Record<string, Access> = {};
    for (const [subpath, access] of Object.entries(value)) {
      scoped[subpath] = readAccess(access, `${where}.${shown(key)}.${shown(subpath)}`);
    }
    read[key] = scoped;
  }
  return read;
}

/** A child's table over its parent's: two tables of subpaths are joined, anything else is replaced. */
export function mergeFilesystemTables(
  parent: FilesystemTable,
  child: FilesystemTable,
): FilesystemTable {
  const merged: Record<string, Access | Readonly<Record<string, Access>>> = { ...parent };
  for (const [key, value] of Object.entries(child)) {
    const inherited = merged[key];
    merged[key] =
      typeof value === 'object' && typeof inherited === 'object'
        ? { ...inherited, ...value }
        : value;
  }
  return merged;
}

/**
 * The entries, in the order of their keys' bytes.
 * @throws PromptmillError `bad_policy` for keys of no known form
 */
export function entriesOfTable(
  table: FilesystemTable,
  place: TablePlace,
  rules: PolicyRules,
): Entry[] {
  return sortedRows(table).flatMap(([key, value]) => {
    if (typeof value === 'string') return [plainEntry(key, value, { place, rules })];
    const base = basePath(key, place, rules);
    return sortedRows(value).map(([subpath, access]) =>
      subpath === '.' ? { path: base, access } : scopedEntry(base, subpath, access),
    );
  });
}

function sortedRows<Value>(table: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(table).toSorted(([left], [right]) => compareBytes(left, right));
}

function plainEntry(
  key: string,
  access: Access,
  { place, rules }: { readonly place: TablePlace; readonly rules: PolicyRules },
): Entry {
  if (access === 'deny' && isGlob(key)) {
    return { path: { type: 'glob', pattern: absolutePath(key, place) }, access };
  }
  return { path: basePath(withoutSubtree(key, access), place, rules), access };
}

function scopedEntry(base: EntryPath, subpath: string, access: Access): Entry {
  if (access === 'deny' && isGlob(subpath)) return globBelow(base, checkedSubpath(subpath));
  const below = checkedSubpath(withoutSubtree(subpath, access));
  if (base.type === 'path') return pathEntry(joinPath(base.path, below), access);
  const { value } = base.type === 'special' ? base : noNesting(base.pattern);
  switch (value.kind) {
    case 'project_roots':
      return specialEntry({ kind: 'project_roots', subpath: below }, access);
    case 'unknown':
      return specialEntry({ ...value, subpath: below }, access);
    default:
      return noNesting(`:${value.kind}`);
  }
}

function globBelow(base: EntryPath, subpath: string): Entry {
  const access = 'deny';
  if (base.type === 'path') {
    return { path: { type: 'glob', pattern: joinPath(base.path, subpath) }, access };
  }
  if (base.type === 'special' && base.value.kind === 'project_roots') {
    return { path: { type: 'glob', pattern: `${rootsGlobPrefix}${subpath}` }, access };
  }
  throw badGlob(subpath);
}

function basePath(key: string, place: TablePlace, rules: PolicyRules): EntryPath {
  if (!key.startsWith(':')) return { type: 'path', path: absolutePath(key, place) };
  switch (key) {
    case ':root':
    case ':minimal':
    case ':tmpdir':
      return { type: 'special', value: { kind: specialNames[key] } };
    case ':slash_tmp':
      return { type: 'special', value: { kind: 'slash_tmp' } };
    case ':workspace_roots':
      return { type: 'special', value: { kind: 'project_roots' } };
    default:
      return rules.projectRootsKey && key === ':project_roots'
        ? { type: 'special', value: { kind: 'project_roots' } }
        : { type: 'special', value: { kind: 'unknown', path: key } };
  }
}

const specialNames = { ':root': 'root', ':minimal': 'minimal', ':tmpdir': 'tmpdir' } as const;

/** @throws PromptmillError `bad_policy` unless it is absolute or begins at the home directory */
export function absolutePath(key: string, { home }: TablePlace): string {
  if (isAbsolutePath(key)) return normalisePath(key);
  if (key !== '~' && !key.startsWith('~/')) {
    throw badPolicy(`filesystem path ${shown(key)}`, {
      found: 'a relative path',
      expected: 'an absolute path, one that begins with ~/, or a name that begins with :',
    });
  }
  if (home === undefined) {
    throw badPolicy(`filesystem path ${shown(key)}`, {
      found: 'no home directory',
      expected: 'a known home directory for a path that begins with ~',
    });
  }
  return joinPath(home, key.slice(2));
}

/** `Normal` components only: nothing that leads up, nowhere, or back to the root. */
function checkedSubpath(subpath: string): string {
  const names = subpath.split('/').filter((name) => name !== '');
  // A dot counts where it leads the path; further on it is skipped, as in Codex's own path type.
  const kept = names.filter((name, index) => name !== '.' || index === 0);
  if (names.length === 0 || subpath.startsWith('/') || kept[0] === '.' || kept.includes('..')) {
    throw badPolicy(`filesystem subpath ${shown(subpath)}`, {
      found: shown(subpath),
      expected: 'a path below its base, without . and ..',
    });
  }
  return kept.join('/');
}

function isGlob(text: string): boolean {
  return /[*?[\]]/.test(text);
}

const subtree = '/**';

/** Where something is allowed, `/**` at the end means the folder; no other glob will do. */
function withoutSubtree(key: string, access: Access): string {
  if (access === 'deny' || !isGlob(key)) return key;
  const folder = key.endsWith(subtree) ? key.slice(0, -subtree.length) : key;
  if (isGlob(folder)) throw badGlob(key);
  return folder;
}

function badGlob(key: string): Error {
  return badPolicy(`filesystem glob ${shown(key)}`, {
    found: 'a glob that something is allowed at, or one below a place that takes none',
    expected: 'deny, an exact path, or /** at the end',
  });
}

function noNesting(name: string): never {
  throw badPolicy(`filesystem path ${shown(name)}`, {
    found: 'a table of subpaths',
    expected: 'an access word: only paths, :workspace_roots and unknown names have subpaths',
  });
}
