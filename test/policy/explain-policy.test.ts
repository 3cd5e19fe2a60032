import { describe, expect, it } from 'vitest';
import { explainPath, explainPolicy } from '../../src/policy/explain-policy.js';
import { isValidGlob, matchesGlob } from '../../src/policy/match-glob.js';
import type { Bubblewrap, Platform } from '../../src/policy/platform-limits.js';
import { profile } from '../support/decode-one.js';
import { policyOf, policyOfFiles } from '../support/policy-of.js';

const rules = profile('0.145');

describe('explainPolicy', () => {
  it('names the entry that decides about each path', () => {
    const policy = policyOfFiles('":root"="read"\n"/w"="write"\n"/w/a"="deny"\n"/w/a/b"="write"');
    const report = explainPolicy(policy, { platform: 'linux', bubblewrap: 'present' }, rules);
    expect(report.paths.filter(({ path }) => !path.startsWith('/w/a/b/'))).toEqual([
      { path: '/', access: 'read', decidedBy: 'read :root' },
      { path: '/r', access: 'read', decidedBy: 'read :root' },
      { path: '/w', access: 'write', decidedBy: 'write /w' },
      { path: '/w/.agents', access: 'read', decidedBy: 'protected /w/.agents' },
      { path: '/w/.codex', access: 'read', decidedBy: 'protected /w/.codex' },
      { path: '/w/.git', access: 'read', decidedBy: 'protected /w/.git' },
      { path: '/w/a', access: 'deny', decidedBy: 'deny /w/a' },
      { path: '/w/a/b', access: 'write', decidedBy: 'write /w/a/b' },
    ]);
    expect(report.enforcement.kind).toBe('direct');
  });

  it('minds globs, and what no entry is about', () => {
    const policy = policyOfFiles('"/w"="write"\n"/w/**/*.env"="deny"');
    expect(explainPath(policy, '/w/a/b.env')).toEqual({
      path: '/w/a/b.env',
      access: 'deny',
      decidedBy: 'deny /w/**/*.env',
    });
    expect(explainPath(policy, '/x').decidedBy).toBe('no entry');
    const open = policyOf('sandbox_mode="danger-full-access"');
    expect(explainPath(open, '/x')).toMatchObject({ access: 'write' });
  });

  it('tells measured limits from assumed ones', () => {
    const policy = policyOfFiles('":root"="read"\n"/a"="deny"\n"/a/b"="read"\n"/c/[z-a]"="deny"');
    const limits = (platform: Platform, bubblewrap: Bubblewrap = 'present'): string[] =>
      explainPolicy(policy, { platform, bubblewrap }, rules).limits.map(
        ({ sureness, failsClosed }) => `${sureness}${failsClosed ? ', closed' : ''}`,
      );
    expect(limits('linux')).toEqual([
      'measured, closed',
      'measured, closed',
      'measured',
      'measured',
      'measured, closed',
    ]);
    expect(limits('linux', 'no-userns')[0]).toBe('assumed, closed');
    for (const platform of ['macos', 'wsl1', 'wsl2', 'windows', 'windows-elevated'] as const) {
      expect(limits(platform).every((limit) => limit.startsWith('assumed'))).toBe(true);
    }
    const open = policyOf('sandbox_mode="danger-full-access"');
    expect(explainPolicy(open, { platform: 'wsl1', bubblewrap: 'present' }, rules).limits).toEqual(
      [],
    );
  });
});

describe('matchesGlob', () => {
  it('keeps stars within a component, but for two', () => {
    const matches = (glob: string, ...paths: string[]): boolean[] =>
      paths.map((path) => matchesGlob(path, glob));
    expect(matches('/a/*.k', '/a/b.k', '/a/b/c.k', '/a/.k')).toEqual([true, false, true]);
    expect(matches('/a/**/k', '/a/k', '/a/b/c/k', '/a/bk')).toEqual([true, true, false]);
    expect(matches('/a/**', '/a/k', '/a/b/c', '/b')).toEqual([true, true, false]);
    expect(matches('/[ab]?', '/ax', '/cx', '/a')).toEqual([true, false, false]);
    expect(matches('/[!a]', '/b', '/a')).toEqual([true, false]);
    expect(matches('/a[', '/a[', '/a')).toEqual([true, false]);
  });

  it('lets a glob that is not valid deny everything', () => {
    expect([isValidGlob('/[z-a]'), matchesGlob('/x', '/[z-a]')]).toEqual([false, true]);
  });
});
