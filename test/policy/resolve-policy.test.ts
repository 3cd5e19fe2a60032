import { describe, expect, it } from 'vitest';
import { toldMode } from '../../src/context/permissions-text.js';
import { deniedReads } from '../../src/policy/denied-reads.js';
import { accessAt, canWrite, protectedFolderOf } from '../../src/policy/path-access.js';
import type { ResolvedPolicy } from '../../src/policy/resolve-policy.js';
import { writableRoots } from '../../src/policy/writable-roots.js';
import { policyOf, policyOfFiles } from '../support/policy-of.js';

function rootsOf(policy: ResolvedPolicy): string[] {
  return writableRoots(policy).map(({ path }) => path);
}

function accesses(policy: ResolvedPolicy, ...paths: string[]): string[] {
  return paths.map((path) => accessAt(policy, path).access);
}

describe('resolvePolicy', () => {
  it('P1: lets the entry decide that names most of a path', () => {
    const policy = policyOfFiles('"/repo"="write"\n"/repo/a"="none"\n"/repo/a/b"="write"');
    expect(
      accesses(policy, '/', '/repo', '/repo/a', '/repo/a/c', '/repo/a/b/c', '/repo-x'),
    ).toEqual(['deny', 'write', 'deny', 'deny', 'write', 'deny']);
    expect(rootsOf(policy)).toEqual(['/repo', '/repo/a/b']);
    expect(deniedReads(policy)).toEqual({ paths: ['/repo/a'], globs: [] });
  });

  it('P2: lets a denial outweigh permission to write the same place', () => {
    const policy = policyOfFiles('"/r"="deny"\n":workspace_roots"="write"\n":root"="read"');
    expect(toldMode(policy)).toBe('read-only');
    expect(deniedReads(policy).paths).toEqual(['/r']);
  });

  it('P3: lets permission to write outweigh permission to read', () => {
    const policy = policyOfFiles('"/p"="write"\n"/p/"="read"');
    expect(accesses(policy, '/p')).toEqual(['write']);
  });

  it('P4: tells of a root that may be written as of full access', () => {
    expect(toldMode(policyOfFiles('":root"="write"'))).toBe('danger-full-access');
    expect(toldMode(policyOfFiles('":root"="write"\n"/opt"="read"\n"/opt/"="write"'))).toBe(
      'danger-full-access',
    );
    expect(toldMode(policyOfFiles('":root"="write"\n":future"="read"\n":minimal"="read"'))).toBe(
      'danger-full-access',
    );
  });

  it('P5: does not when something below it is narrower', () => {
    for (const narrower of ['"/x"="deny"', '"/x"="read"', '"/**/x"="deny"', '":tmpdir"="read"']) {
      const policy = policyOfFiles(`":root"="write"\n${narrower}`);
      expect([toldMode(policy), rootsOf(policy)]).toEqual(['workspace-write', ['/']]);
    }
    expect(rootsOf(policyOfFiles('"/"="write"'))).toEqual(['/']);
  });

  it('P6: never lists the root of the disk as denied', () => {
    const policy = policyOfFiles('":root"="deny"');
    expect([toldMode(policy), deniedReads(policy)]).toEqual([
      'read-only',
      { paths: [], globs: [] },
    ]);
  });

  it('P7: knows the temporary folders', () => {
    const table = '":root"="read"\n":slash_tmp"="deny"\n":tmpdir"="deny"';
    expect(deniedReads(policyOfFiles(table, { tmpDir: '/var/tmp' })).paths).toEqual([
      '/tmp',
      '/var/tmp',
    ]);
    expect(deniedReads(policyOfFiles(table, { tmpDir: 'rel/t' })).paths).toEqual([
      '/tmp',
      '/r/rel/t',
    ]);
    expect(deniedReads(policyOfFiles(table, { tmpDir: '' })).paths).toEqual(['/tmp']);
  });

  it('P8: sorts denied globs and keeps the order of denied paths', () => {
    const policy = policyOfFiles(
      '":root"="read"\n"~/b*"="deny"\n"/opt/../etc/*.k"="deny"\n"/z"="deny"\n"/a"="deny"',
    );
    expect(deniedReads(policy)).toEqual({
      paths: ['/a', '/z'],
      globs: ['/etc/*.k', '/home/me/b*'],
    });
  });

  it('P12: appends what requirements deny', () => {
    const options = { requiredDenials: ['/secret', '/**/*.pem'] };
    expect(deniedReads(policyOf('sandbox_mode="read-only"', options))).toEqual({
      paths: ['/secret'],
      globs: ['/**/*.pem'],
    });
    expect(policyOf('sandbox_mode="danger-full-access"', options).writesAll).toBe(true);
  });

  it('P17: lists the root of the disk beside the working directory', () => {
    const policy = policyOf(
      'sandbox_mode="workspace-write"\n[sandbox_workspace_write]\nwritable_roots=["/"]',
    );
    expect(rootsOf(policy)).toEqual(['/', '/r', '/tmp']);
  });

  it('orders writable roots by their components', () => {
    const policy = policyOfFiles(
      '"/b/a-b"="write"\n"/b/a/b"="write"\n"/b/a"="write"\n"/b/B"="write"',
    );
    expect(rootsOf(policy)).toEqual(['/b/B', '/b/a', '/b/a/b', '/b/a-b']);
  });
});

describe('canWrite', () => {
  it('keeps protected folders of a writable root read-only', () => {
    const policy = policyOfFiles('":root"="read"\n":workspace_roots"="write"');
    const paths = ['/r/a', '/r/.git', '/r/.git/x', '/r/.codex/x', '/r/a/.git', '/r/.aws'];
    expect(paths.map((path) => canWrite(policy, path))).toEqual([
      true,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(protectedFolderOf(policy, '/r/.git/x')).toBe('/r/.git');
  });

  it('opens such a folder as far as an entry says so', () => {
    const policy = policyOfFiles('":root"="read"\n"/r"="write"\n"/r/.git/hooks"="write"');
    expect(['/r/.git', '/r/.git/hooks/a'].map((path) => canWrite(policy, path))).toEqual([
      false,
      true,
    ]);
  });

  it('protects more folders under newer rules', () => {
    const policy = policyOfFiles('"/r"="write"', { rules: '0.171' });
    expect(canWrite(policy, '/r/.aws/x')).toBe(false);
  });

  it('lets everything be written where the whole disk may be', () => {
    expect(canWrite(policyOfFiles('":root"="write"'), '/r/.git')).toBe(true);
  });
});

describe('writableRoots', () => {
  it('names what stays read-only: folders that are there, and the configuration of the working directory', () => {
    const policy = policyOfFiles('":root"="read"\n"/r"="write"\n"/s"="write"\n"/s/x"="read"', {
      folders: ['/r/.git', '/s/.agents'],
    });
    expect(writableRoots(policy)).toEqual([
      {
        path: '/r',
        readOnly: ['/r/.git', '/r/.codex'],
        protectedNames: ['.git', '.agents', '.codex'],
      },
      {
        path: '/s',
        readOnly: ['/s/.agents', '/s/x'],
        protectedNames: ['.git', '.agents', '.codex'],
      },
    ]);
  });
});
