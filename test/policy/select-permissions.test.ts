import { describe, expect, it } from 'vitest';
import { PromptmillError } from '../../src/contract/errors.js';
import { entryPathText, restrictedFiles } from '../../src/policy/profile.js';
import { devProfile, select } from '../support/policy-of.js';

const dev = '[permissions.dev.filesystem]\n":root"="read"\n';

/** The entries of what is selected, as `read :root`. */
function entries(layers: readonly string[], options?: Parameters<typeof select>[1]): string[] {
  const files = restrictedFiles(select(layers, options).profile);
  return (files?.entries ?? []).map(({ path, access }) => `${access} ${entryPathText(path)}`);
}

function filesystem(table: string): string[] {
  return entries([`${devProfile}[permissions.dev.filesystem]\n${table}`]);
}

function refusal(text: string): string {
  try {
    select([text]);
  } catch (error) {
    if (error instanceof PromptmillError) return `${error.code}: ${error.details.found ?? ''}`;
    throw error;
  }
  return 'accepted';
}

describe('selectPermissions', () => {
  it('P15: lets the highest layer decide, and in one layer the profile', () => {
    const profileLayer = `${devProfile}${dev}`;
    expect(select(['sandbox_mode="workspace-write"', profileLayer]).profileId).toBe('dev');
    expect(select([profileLayer, 'sandbox_mode="read-only"']).profileId).toBeUndefined();
    expect(select([`sandbox_mode="danger-full-access"\n${profileLayer}`]).profileId).toBe('dev');
  });

  it('takes a listed project for one to work in, and asks more in an untrusted one', () => {
    const roots =
      '[sandbox_workspace_write]\nwritable_roots=["/a","rel","~/h"]\nnetwork_access=true';
    expect(select([roots], { trust: 'trusted' })).toMatchObject({
      profile: { network: 'enabled' },
      workspaceRoots: ['/r', '/a', '/home/me/.codex/rel', '/home/me/h'],
      approval: 'on-request',
      reviewer: 'user',
    });
    expect(select([''], { trust: 'untrusted' }).approval).toBe('untrusted');
    expect(entries([''])).toEqual(['read :root']);
  });

  it('leaves the sandbox settings out where a built-in profile was named', () => {
    const text =
      'default_permissions=":workspace"\n[sandbox_workspace_write]\nwritable_roots=["/a"]';
    expect(select([text])).toMatchObject({
      workspaceRoots: ['/r'],
      profile: { network: 'restricted' },
    });
  });

  it('orders the entries of the workspace as they are told', () => {
    const expected = [
      'read :root',
      'write :workspace_roots',
      'write :slash_tmp',
      'write :tmpdir',
      'read :workspace_roots/.git',
      'read :workspace_roots/.agents',
      'read :workspace_roots/.codex',
    ];
    expect(entries(['sandbox_mode="workspace-write"'])).toEqual(expected);
    expect(entries(['sandbox_mode="workspace-write"'], { rules: '0.171' })).toEqual([
      ...expected,
      'read :workspace_roots/.aws',
    ]);
  });

  it('refuses what Codex refuses', () => {
    expect(
      [
        dev,
        'default_permissions="dev"',
        `default_permissions="other"\n${dev}`,
        'default_permissions=":nope"',
        'sandbox_mode="bad"',
        'approval_policy="bad"',
        'approvals_reviewer="bad"',
        'approval_policy={granular={sandbox_approval=true,mcp_elicitations=true}}',
      ].map(refusal),
    ).toEqual([
      'bad_policy: profiles without default_permissions',
      'bad_policy: "dev"',
      'bad_policy: nothing',
      'bad_policy: ":nope"',
      'bad_policy: "bad"',
      'bad_policy: "bad"',
      'bad_policy: "bad"',
      'bad_policy: nothing',
    ]);
  });
});

describe('profiles of a configuration file', () => {
  it('reads every form of key, in the order of their bytes', () => {
    expect(
      filesystem(
        '":future"="write"\n"~"="read"\n"/b/**"="write"\n"/a/../c/"="read"\n"/x*"="deny"\n' +
          '[permissions.dev.filesystem.":workspace_roots"]\n"a//b/"="read"\n"**/*.env"="none"\n"."="write"\n' +
          '[permissions.dev.filesystem.":future2"]\n"x"="read"\n"."="read"\n',
      ),
    ).toEqual([
      'read /c',
      'write /b',
      'deny /x*',
      'write :future',
      'read :future2',
      'read :future2/x',
      'deny codex-project-roots://**/*.env',
      'write :workspace_roots',
      'read :workspace_roots/a/b',
      'read /home/me',
    ]);
  });

  it('P9: refuses a depth of nought, and keys of no known form', () => {
    const table = '[permissions.dev.filesystem]\n';
    const inner = '[permissions.dev.filesystem.":workspace_roots"]\n';
    const refused = [
      `${table}glob_scan_max_depth=0`,
      `${table}"rel"="read"`,
      `${table}"~me/x"="read"`,
      `${table}":root"="bad"`,
      `${table}"/a/*"="write"`,
      `${table}"/**"="read"`,
      `${inner}"../x"="write"`,
      `${inner}""="write"`,
      `${inner}"/x"="write"`,
      `${inner}"./x"="write"`,
      `${inner}"**"="write"`,
      '[permissions.dev.filesystem.":tmpdir"]\n"x"="write"',
      '[permissions.dev.filesystem.":future"]\n"*.x"="deny"',
    ];
    expect(
      refused.filter((text) => !refusal(`${devProfile}${text}`).startsWith('bad_policy')),
    ).toEqual([]);
  });

  it('P10: keeps unknown names and warns of them', () => {
    const { warnings } = select([`${devProfile}[permissions.dev.filesystem]\n":future"="read"`]);
    expect(warnings).toEqual([':future is unknown: it is told to the model and allows nothing']);
  });

  it('P11: inherits key by key', () => {
    const text = `${devProfile}
[permissions.dev]
extends = "base"
[permissions.dev.filesystem."/b"]
x = "deny"
[permissions.dev.filesystem.":workspace_roots"]
q = "read"
[permissions.base]
extends = ":workspace"
[permissions.base.network]
enabled = true
[permissions.base.filesystem]
glob_scan_max_depth = 4
[permissions.base.filesystem."/b"]
x = "read"
y = "write"
`;
    expect(entries([text])).toEqual([
      'deny /b/x',
      'write /b/y',
      'read :root',
      'write :slash_tmp',
      'write :tmpdir',
      'write :workspace_roots',
      'read :workspace_roots/.agents',
      'read :workspace_roots/.codex',
      'read :workspace_roots/.git',
      'read :workspace_roots/q',
    ]);
    expect(select([text]).profile).toMatchObject({
      network: 'enabled',
      files: { globScanMaxDepth: 4 },
    });
  });

  it('P11: lets a table replace a word, and a word a table', () => {
    const base = '[permissions.dev]\nextends="base"\n[permissions.base.filesystem]\n';
    expect(
      entries([
        `${devProfile}${base}":workspace_roots"="write"\n[permissions.dev.filesystem.":workspace_roots"]\na="read"`,
      ]),
    ).toEqual(['read :workspace_roots/a']);
  });

  it('P11: refuses parents that are not there, not to be extended, or go round', () => {
    expect(
      [
        '[permissions.dev]\nextends="x"',
        '[permissions.dev]\nextends=":danger-full-access"',
        '[permissions.dev]\nextends="base"\n[permissions.base]\nextends="dev"',
        '[permissions.dev]\n[permissions.":x"]',
      ].map((text) => refusal(`${devProfile}${text}`)),
    ).toEqual([
      'bad_policy: nothing',
      'bad_policy: extends = ":danger-full-access"',
      'bad_policy: profiles that extend each other: dev -> base -> dev',
      'bad_policy: a name that begins with :',
    ]);
  });

  it('P16: adds the roots that a profile switches on', () => {
    const text = `${devProfile}[permissions.dev.workspace_roots]\n"rel"=true\n"/w"=true\n"/off"=false\n"~/q"=true`;
    expect(select([text]).profileRoots).toEqual(['/w', '/r/rel', '/home/me/q']);
  });

  it('knows another name of the workspace roots under newer rules', () => {
    const text = `${devProfile}[permissions.dev.filesystem]\n":project_roots"="write"`;
    expect(entries([text])).toEqual(['write :project_roots']);
    expect(entries([text], { rules: '0.171' })).toEqual(['write :workspace_roots']);
  });
});
