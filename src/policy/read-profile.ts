/** Reads a permission profile from the JSON of rollouts and of the app server (spec 2 §3.2). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { badPolicy, shown } from './bad-policy.js';
import { isAbsolutePath } from './lexical-path.js';
import type {
  Access,
  Entry,
  EntryPath,
  FilePermissions,
  Network,
  PermissionProfile,
  SpecialPath,
} from './profile.js';

/** @throws PromptmillError `bad_policy` when it holds what can't be told to a model */
export function readProfile(value: unknown): PermissionProfile {
  const record = recordOf('permission profile', value);
  switch (record['type']) {
    case 'managed':
      return {
        type: 'managed',
        files: readFiles(member(record, 'file_system', 'fileSystem')),
        network: readNetwork(record['network']),
      };
    case 'disabled':
      return { type: 'disabled' };
    case 'external':
      return { type: 'external', network: readNetwork(record['network']) };
    default:
      throw badPolicy('permission profile: type', {
        found: shown(record['type']),
        expected: 'managed, disabled or external',
      });
  }
}

/** @throws PromptmillError `bad_policy` */
export function readNetwork(value: unknown): Network {
  if (value === 'restricted' || value === 'enabled') return value;
  throw badPolicy('network', { found: shown(value), expected: 'restricted or enabled' });
}

/** `none` is the older word for `deny`. @throws PromptmillError `bad_policy` */
export function readAccess(value: unknown, where: string): Access {
  if (value === 'none') return 'deny';
  if (value === 'read' || value === 'write' || value === 'deny') return value;
  throw badPolicy(where, { found: shown(value), expected: 'read, write, deny or none' });
}

function readFiles(value: unknown): FilePermissions {
  const record = recordOf('file system', value);
  const type = record['type'] ?? record['kind'];
  if (type === 'unrestricted') return { type };
  if (type !== 'restricted') {
    throw badPolicy('file system: type', {
      found: shown(type),
      expected: 'restricted or unrestricted',
    });
  }
  const { entries = [] } = record;
  if (!Array.isArray(entries)) {
    throw badPolicy('file system: entries', { found: shown(entries), expected: 'a list' });
  }
  const depth = member(record, 'glob_scan_max_depth', 'globScanMaxDepth');
  return {
    type,
    entries: entries.map(readEntry),
    ...(depth === undefined || depth === null ? {} : { globScanMaxDepth: readDepth(depth) }),
  };
}

/** @throws PromptmillError `bad_policy` */
export function readDepth(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw badPolicy('glob_scan_max_depth', { found: shown(value), expected: 'a number from 1' });
}

function readEntry(value: unknown, index: number): Entry {
  const where = `file system: entry ${index}`;
  const record = recordOf(where, value);
  return { path: readPath(record['path'], where), access: readAccess(record['access'], where) };
}

function readPath(value: unknown, where: string): EntryPath {
  const record = recordOf(where, value);
  if (record['type'] === 'path') return { type: 'path', path: absolute(record['path'], where) };
  if (record['type'] === 'glob_pattern' || record['type'] === 'globPattern') {
    return { type: 'glob', pattern: stringOf(record['pattern'], where) };
  }
  if (record['type'] === 'special') {
    return { type: 'special', value: readSpecial(recordOf(where, record['value']), where) };
  }
  throw badPolicy(where, {
    found: shown(record['type']),
    expected: 'path, glob_pattern or special',
  });
}

function readSpecial(record: JsonRecord, where: string): SpecialPath {
  const { kind } = record;
  const subpath =
    typeof record['subpath'] === 'string' ? { subpath: record['subpath'] } : undefined;
  switch (kind) {
    case 'root':
    case 'minimal':
    case 'tmpdir':
    case 'slash_tmp':
      return { kind };
    case 'slashTmp':
      return { kind: 'slash_tmp' };
    case 'project_roots':
    case 'projectRoots':
    case 'current_working_directory':
      return { kind: 'project_roots', ...subpath };
    case 'unknown':
      return { kind, path: stringOf(record['path'], where), ...subpath };
    default:
      throw badPolicy(where, { found: `special path ${shown(kind)}`, expected: specialKinds });
  }
}

const specialKinds = 'root, minimal, project_roots, tmpdir, slash_tmp or unknown';

function absolute(value: unknown, where: string): string {
  const path = stringOf(value, where);
  if (isAbsolutePath(path)) return path;
  throw badPolicy(where, { found: shown(path), expected: 'an absolute path' });
}

function stringOf(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw badPolicy(where, { found: shown(value), expected: 'a string' });
}

function recordOf(where: string, value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  throw badPolicy(where, { found: shown(value), expected: 'an object' });
}

/** A member by its name in rollouts, or by its name in the app server's messages. */
function member(record: JsonRecord, name: string, camelName: string): unknown {
  return record[name] ?? record[camelName];
}
