import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualPathFacts } from '../../src/contract/path-facts.js';
import { enforcementOf } from '../../src/policy/direct-enforcement.js';
import { profileOfSandbox } from '../../src/policy/from-legacy.js';
import { readProfile } from '../../src/policy/read-profile.js';
import { resolvePolicy } from '../../src/policy/resolve-policy.js';
import { readSandboxPolicy, type SandboxPolicy } from '../../src/policy/sandbox-policy.js';
import { sandboxOfPolicy } from '../../src/policy/to-legacy.js';
import { profile } from '../support/decode-one.js';
import { cwd, policyOf, policyOfFiles } from '../support/policy-of.js';

const rules = profile('0.145');
const both = ['/r/.git', '/r/.agents'];

function kindOf(table: string, folders: readonly string[] = both): string {
  return enforcementOf(policyOfFiles(table, { folders }), rules).kind;
}

const workspace = '":root"="read"\n":workspace_roots"="write"\n';

describe('enforcementOf', () => {
  it('takes the older form where it says the same', () => {
    expect([
      kindOf('":root"="read"'),
      kindOf('":root"="write"'),
      kindOf(workspace),
      kindOf(`${workspace}"/x"="write"`, [...both, '/x/.git', '/x/.agents', '/x/.codex']),
    ]).toEqual(['legacy', 'legacy', 'legacy', 'legacy']);
  });

  it('takes what lies in an opened folder for open', () => {
    const inner = (table: string, folders = both): string =>
      kindOf(
        `":root"="read"\n[permissions.dev.filesystem.":workspace_roots"]\n"."="write"\n${table}`,
        folders,
      );
    expect([
      inner('".git"="read"'),
      inner('".git"="write"'),
      inner('".git"="write"', ['/r/.agents']),
      inner('".git"="read"', ['/r/.agents']),
      inner('".git/hooks"="write"'),
      inner('".codex"="write"'),
    ]).toEqual(['legacy', 'legacy', 'legacy', 'direct', 'legacy', 'legacy']);
  });

  it('fails closed where the older form would leave something open or shut', () => {
    expect([
      kindOf(workspace, ['/r/.git']),
      kindOf(workspace, ['/r/.agents']),
      kindOf(`${workspace}":slash_tmp"="write"`),
      kindOf(`${workspace}"/r/a"="read"`),
      kindOf(`${workspace}"/x"="deny"`),
      kindOf(`${workspace}"/**/x"="deny"`),
      kindOf(`${workspace}"/x"="write"`, [...both, '/x/.git', '/x/.agents']),
      kindOf('":minimal"="read"'),
      kindOf('":root"="write"\n"/x"="read"'),
      kindOf('":root"="read"\n"/x"="write"'),
      enforcementOf(policyOf('sandbox_mode="workspace-write"', { folders: both }), rules).kind,
    ]).toEqual(Array.from({ length: 11 }, () => 'direct'));
  });
});

describe('sandboxOfPolicy', () => {
  const path = fc.constantFrom('/a', '/a/b', '/x y', '/r/sub');
  const network = fc.constantFrom('restricted' as const, 'enabled' as const);
  const policies: fc.Arbitrary<SandboxPolicy> = fc.oneof(
    fc.record({ type: fc.constant('read-only' as const), network }),
    fc.record({ type: fc.constant('external-sandbox' as const), network }),
    fc.constant({ type: 'danger-full-access' as const }),
    fc.record({
      type: fc.constant('workspace-write' as const),
      writableRoots: fc.uniqueArray(path),
      network,
      excludesTmpdir: fc.boolean(),
      excludesSlashTmp: fc.boolean(),
    }),
  );

  it('gives back the policy that a profile was made from', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const place = { cwd, workspaceRoots: [cwd], facts: usualPathFacts };
        const made = resolvePolicy({ profile: profileOfSandbox(policy, rules), ...place }, rules);
        expect(sandboxOfPolicy(made)).toEqual({ policy });
      }),
    );
  });

  it('has none for what the older form cannot say', () => {
    expect(sandboxOfPolicy(policyOfFiles('":root"="read"\n":tmpdir"="write"'))).toEqual({
      reason: 'something may be written, but not the working directory',
    });
    expect(sandboxOfPolicy(policyOfFiles('":root"="write"\n"/x"="read"'))).toEqual({
      reason: 'the whole disk may be written but for parts of it',
    });
  });
});

describe('readSandboxPolicy', () => {
  it('reads the forms of rollouts, of the app server, and of early releases', () => {
    const expected = {
      type: 'workspace-write',
      writableRoots: ['/a'],
      network: 'enabled',
      excludesTmpdir: true,
      excludesSlashTmp: false,
    };
    const snake = { writable_roots: ['/a'], network_access: true, exclude_tmpdir_env_var: true };
    expect(
      [
        { type: 'workspace-write', ...snake },
        { mode: 'workspace-write', ...snake },
        {
          type: 'workspaceWrite',
          writableRoots: ['/a'],
          networkAccess: true,
          excludeTmpdirEnvVar: true,
        },
      ].map(readSandboxPolicy),
    ).toEqual([expected, expected, expected]);
    expect(readSandboxPolicy({ type: 'externalSandbox', networkAccess: 'enabled' })).toEqual({
      type: 'external-sandbox',
      network: 'enabled',
    });
  });

  it('refuses what it does not know', () => {
    expect(() => readSandboxPolicy({ type: 'other' })).toThrow(/found "other"/);
    expect(() => readSandboxPolicy(null)).toThrow(/found null/);
  });
});

describe('readProfile', () => {
  it('reads entries of every form, as rollouts have them', () => {
    const special = (kind: string, rest = {}) => ({
      path: { type: 'special', value: { kind, ...rest } },
      access: 'none',
    });
    const entries = [
      { path: { type: 'path', path: '/a' }, access: 'write', missing_path_behavior: 'skip' },
      { path: { type: 'glob_pattern', pattern: '/a/*' }, access: 'deny' },
      special('current_working_directory'),
      special('project_roots', { subpath: 'x' }),
      special('unknown', { path: ':new' }),
      special('tmpdir'),
    ];
    const file_system = { type: 'restricted', entries, glob_scan_max_depth: 2 };
    expect(readProfile({ type: 'managed', file_system, network: 'enabled' })).toEqual({
      type: 'managed',
      network: 'enabled',
      files: {
        type: 'restricted',
        globScanMaxDepth: 2,
        entries: [
          { path: { type: 'path', path: '/a' }, access: 'write' },
          { path: { type: 'glob', pattern: '/a/*' }, access: 'deny' },
          { path: { type: 'special', value: { kind: 'project_roots' } }, access: 'deny' },
          {
            path: { type: 'special', value: { kind: 'project_roots', subpath: 'x' } },
            access: 'deny',
          },
          { path: { type: 'special', value: { kind: 'unknown', path: ':new' } }, access: 'deny' },
          { path: { type: 'special', value: { kind: 'tmpdir' } }, access: 'deny' },
        ],
      },
    });
  });

  it('refuses kinds and words it does not know', () => {
    const entry = (path: unknown, access = 'read') => ({
      type: 'managed',
      network: 'restricted',
      file_system: { type: 'restricted', entries: [{ path, access }] },
    });
    for (const value of [
      entry({ type: 'special', value: { kind: 'new' } }),
      entry({ type: 'path', path: 'relative' }),
      entry({ type: 'path', path: '/a' }, 'append'),
      { type: 'external', network: 'some' },
      { type: 'new' },
    ]) {
      expect(() => readProfile(value)).toThrow(expect.objectContaining({ code: 'bad_policy' }));
    }
  });
});
