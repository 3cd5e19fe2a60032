/** `[permissions.<id>]` tables of a configuration file: inheritance, and the profile they amount to (spec 2 §3.4). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { badPolicy, shown } from './bad-policy.js';
import {
  absolutePath,
  entriesOfTable,
  type FilesystemTable,
  mergeFilesystemTables,
  readFilesystemTable,
  type TablePlace,
} from './filesystem-table.js';
import type { PolicyRules } from './from-legacy.js';
import { compareBytes, joinPath } from './lexical-path.js';
import { type Network, type PermissionProfile } from './profile.js';
import { readDepth } from './read-profile.js';

/** A profile made from tables. */
export interface NamedProfile {
  readonly profile: PermissionProfile;
  /** Roots its own table switches on, absolute. */
  readonly workspaceRoots: readonly string[];
  /** What Codex warns of when it reads it. */
  readonly warnings: readonly string[];
}

/** What the fields of a table, or of several that inherit, say together. */
interface ProfileFields {
  readonly filesystem: FilesystemTable;
  readonly depth?: number;
  readonly roots: Readonly<Record<string, boolean>>;
  readonly network?: Network;
}

/**
 * The profile `id` of the tables.
 * @throws PromptmillError `bad_policy`
 */
export function profileFromTables(
  id: string,
  tables: JsonRecord,
  { place, rules }: { readonly place: TablePlace; readonly rules: PolicyRules },
): NamedProfile {
  for (const name of Object.keys(tables)) {
    if (name.startsWith(':')) {
      throw badPolicy(`permissions.${shown(name)}`, {
        found: 'a name that begins with :',
        expected: 'another name: these are for built-in profiles',
      });
    }
  }
  const fields = fieldsOf(id, tables, rules);
  const entries = entriesOfTable(fields.filesystem, place, rules);
  const depth = fields.depth === undefined ? {} : { globScanMaxDepth: fields.depth };
  return {
    profile: {
      type: 'managed',
      files: { type: 'restricted', entries, ...depth },
      network: fields.network ?? 'restricted',
    },
    workspaceRoots: rootsOf(fields.roots, place),
    warnings: warningsOf(entries, fields.depth),
  };
}

function fieldsOf(id: string, tables: JsonRecord, rules: PolicyRules): ProfileFields {
  const chain = chainOf(id, tables, rules);
  const depth = chain.find((own) => own.depth !== undefined)?.depth;
  const network = chain.find((own) => own.network !== undefined)?.network;
  const oldestFirst = chain.toReversed();
  return {
    filesystem: oldestFirst.map((own) => own.filesystem).reduce(mergeFilesystemTables),
    roots: Object.assign({}, ...oldestFirst.map((own) => own.roots)),
    ...(depth === undefined ? {} : { depth }),
    ...(network === undefined ? {} : { network }),
  };
}

/** The fields of a profile and of its parents, the profile first. */
function chainOf(id: string, tables: JsonRecord, rules: PolicyRules): ProfileFields[] {
  const chain: ProfileFields[] = [];
  const seen = new Set<string>();
  for (let name: string | undefined = id; name !== undefined;) {
    if (seen.has(name)) {
      throw badPolicy('permissions', {
        found: `profiles that extend each other: ${[...seen, name].join(' -> ')}`,
        expected: 'parents that end',
      });
    }
    seen.add(name);
    const parent: JsonRecord = name.startsWith(':')
      ? builtInTable(name, rules)
      : tableOf(name, tables);
    chain.push(readFields(parent, `permissions.${name}`));
    name = parentOf(parent, name);
  }
  return chain;
}

function tableOf(name: string, tables: JsonRecord): JsonRecord {
  const table = tables[name];
  if (isRecord(table)) return table;
  throw badPolicy(`permissions.${name}`, {
    found: shown(table),
    expected: `a profile of that name; there are ${Object.keys(tables).join(', ') || 'none'}`,
  });
}

/** The tables that can be extended without being written. */
function builtInTable(name: string, rules: PolicyRules): JsonRecord {
  if (name === ':read-only') return { filesystem: { ':root': 'read' } };
  if (name !== ':workspace') {
    throw badPolicy('permissions', {
      found: `extends = ${shown(name)}`,
      expected: 'a profile of this file, :read-only or :workspace',
    });
  }
  const inner = rules.workspaceParentProtects ? rules.protectedFolders : [];
  return {
    filesystem: {
      ':root': 'read',
      ':slash_tmp': 'write',
      ':tmpdir': 'write',
      ':workspace_roots': {
        '.': 'write',
        ...Object.fromEntries(inner.map((folder) => [folder, 'read'])),
      },
    },
  };
}

function parentOf(table: JsonRecord, name: string): string | undefined {
  const parent = table['extends'];
  if (parent === undefined || typeof parent === 'string') return parent;
  throw badPolicy(`permissions.${name}.extends`, { found: shown(parent), expected: 'a name' });
}

function readFields(table: JsonRecord, where: string): ProfileFields {
  const filesystem = optionalTable(table['filesystem'], `${where}.filesystem`);
  const depth = filesystem['glob_scan_max_depth'];
  const enabled = optionalTable(table['network'], `${where}.network`)['enabled'];
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw badPolicy(`${where}.network.enabled`, {
      found: shown(enabled),
      expected: 'true or false',
    });
  }
  return {
    filesystem: readFilesystemTable(filesystem, `${where}.filesystem`),
    roots: readRoots(optionalTable(table['workspace_roots'], `${where}.workspace_roots`), where),
    ...(depth === undefined ? {} : { depth: readDepth(depth) }),
    ...(enabled === undefined ? {} : { network: enabled ? 'enabled' : 'restricted' }),
  };
}

function readRoots(table: JsonRecord, where: string): Record<string, boolean> {
  const roots: Record<string, boolean> = {};
  for (const [path, isOn] of Object.entries(table)) {
    if (typeof isOn !== 'boolean') {
      throw badPolicy(`${where}.workspace_roots.${shown(path)}`, {
        found: shown(isOn),
        expected: 'true or false',
      });
    }
    roots[path] = isOn;
  }
  return roots;
}

function optionalTable(value: unknown, where: string): JsonRecord {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  throw badPolicy(where, { found: shown(value), expected: 'a table' });
}

function rootsOf(roots: ProfileFields['roots'], place: TablePlace): string[] {
  return Object.keys(roots)
    .filter((path) => roots[path] === true)
    .toSorted(compareBytes)
    .map((path) => (path.startsWith('~') ? absolutePath(path, place) : joinPath(place.cwd, path)));
}

function warningsOf(
  entries: ReturnType<typeof entriesOfTable>,
  depth: number | undefined,
): string[] {
  const warnings = entries.flatMap(({ path }) =>
    path.type === 'special' && path.value.kind === 'unknown'
      ? [`${path.value.path} is unknown: it is told to the model and allows nothing`]
      : [],
  );
  const hasDeepGlob = entries.some(
    ({ path }) => path.type === 'glob' && path.pattern.includes('**'),
  );
  if (hasDeepGlob && depth === undefined) {
    warnings.push('a glob holds ** and glob_scan_max_depth is not set');
  }
  if (entries.length === 0) warnings.push('the profile has no entries: nothing may be read');
  return [...new Set(warnings)];
}
