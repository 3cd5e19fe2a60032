import { describe, expect, it } from 'vitest';
import { filesystemElement } from '../../src/context/filesystem-element.js';
import {
  permissionsFragment,
  type PermissionsInput,
  readPermissionsOverrides,
} from '../../src/context/permissions-text.js';
import type { PackTexts } from '../../src/contract/texts.js';
import type { ApprovalPolicy, GranularApprovals } from '../../src/policy/approvals.js';
import { resolvePolicy } from '../../src/policy/resolve-policy.js';
import { profile } from '../support/decode-one.js';
import { ownTexts } from '../support/own-texts.js';
import { cwd, factsOf, policyOf, policyOfFiles } from '../support/policy-of.js';

/** Ends in a newline where Codex's own text of that id does. */
const texts: PackTexts = {
  ...ownTexts,
  'permissions.approval.never': 'NEVER\n',
  'permissions.approval.on-request': 'ASK\n',
  'permissions.approval.on-request-inline': 'INLINE\n',
  'permissions.approval.untrusted': ' UNTRUSTED\n',
  'permissions.auto-review': 'REVIEW',
  'permissions.denied-reads': 'DENIED\n',
  'permissions.granular.intro': 'GRANULAR',
  'permissions.granular.prompted': 'PROMPTED',
  'permissions.granular.rejected': 'REJECTED',
  'permissions.prefixes': 'PREFIXES: ',
  'permissions.prefixes-cut': '...\nCUT',
  'permissions.request-tool': 'TOOL',
  'permissions.sandbox.danger-full-access': 'ALL {{ network_access }}',
  'permissions.sandbox.read-only': 'READ {{ network_access }}',
  'permissions.sandbox.workspace-write': 'WORK {{ network_access }}',
  'permissions.writable-root': ' ROOT `{{ root }}`.',
  'permissions.writable-roots': ' ROOTS {{ roots }}.',
};

const readOnly = policyOf('sandbox_mode="read-only"');
const none = { execPermissionApprovals: false, requestPermissionsTool: false };
const features = [
  none,
  { execPermissionApprovals: true, requestPermissionsTool: false },
  { execPermissionApprovals: false, requestPermissionsTool: true },
  { execPermissionApprovals: true, requestPermissionsTool: true },
];

/** The body of the message, its tags taken off. */
function body(input: Partial<PermissionsInput>): string {
  const { text } = permissionsFragment(
    {
      policy: readOnly,
      approval: 'never',
      reviewer: 'user',
      features: none,
      approvedPrefixes: [],
      ...input,
    },
    texts,
  );
  expect(text).toMatch(/^<permissions instructions>[^]*<\/permissions instructions>$/);
  return text.slice('<permissions instructions>'.length, -'</permissions instructions>'.length);
}

/** What follows the sandbox's line, for each combination of features. */
function approvals(approval: ApprovalPolicy, reviewer: 'user' | 'auto_review'): string[] {
  return features.map((row) =>
    body({ approval, reviewer, features: row }).replace('\nREAD restricted\n', ''),
  );
}

function granular(changes: Partial<GranularApprovals> = {}): ApprovalPolicy {
  return {
    granular: {
      sandbox_approval: true,
      rules: true,
      skill_approval: true,
      request_permissions: true,
      mcp_elicitations: true,
      ...changes,
    },
  };
}

describe('permissionsFragment', () => {
  it('M1: says of never the same whatever else is set', () => {
    const never = Array.from({ length: 4 }, () => 'NEVER\n');
    expect(approvals('never', 'user')).toEqual(never);
    expect(approvals('never', 'auto_review')).toEqual(never);
  });

  it('M2: says of untrusted what the tool adds, and the reviewer last', () => {
    const tool = ' UNTRUSTED\n\n\nTOOL\n';
    expect(approvals('untrusted', 'user')).toEqual([' UNTRUSTED\n', ' UNTRUSTED\n', tool, tool]);
    expect(approvals('untrusted', 'auto_review')).toEqual([
      ' UNTRUSTED\n\n\nREVIEW\n',
      ' UNTRUSTED\n\n\nREVIEW\n',
      ' UNTRUSTED\n\n\nTOOL\n\nREVIEW\n',
      ' UNTRUSTED\n\n\nTOOL\n\nREVIEW\n',
    ]);
  });

  it('M3, M4: says of on-request how to ask, by feature', () => {
    expect(approvals('on-request', 'user')).toEqual([
      'ASK\n',
      'INLINE\n',
      'ASK\n\n\nTOOL\n',
      'INLINE\n\n\nTOOL\n',
    ]);
    expect(approvals('on-request', 'auto_review').at(-1)).toBe('INLINE\n\n\nTOOL\n\nREVIEW\n');
  });

  it('M5: lists what is asked and what is refused', () => {
    const off = granular({
      sandbox_approval: false,
      rules: false,
      skill_approval: false,
      request_permissions: false,
      mcp_elicitations: false,
    });
    const list = '- `sandbox_approval`\n- `rules`\n- `skill_approval`\n';
    expect(approvals(granular(), 'user')).toEqual([
      `GRANULAR\n\nPROMPTED\n${list}- \`mcp_elicitations\`\n`,
      `GRANULAR\n\nPROMPTED\n${list}- \`mcp_elicitations\`\n\nINLINE\n`,
      `GRANULAR\n\nPROMPTED\n${list}- \`request_permissions\`\n- \`mcp_elicitations\`\n\nTOOL\n`,
      `GRANULAR\n\nPROMPTED\n${list}- \`request_permissions\`\n- \`mcp_elicitations\`\n\nINLINE\n\n\nTOOL\n`,
    ]);
    expect(approvals(off, 'auto_review').at(-1)).toBe(
      `GRANULAR\n\nREJECTED\n${list}- \`request_permissions\`\n- \`mcp_elicitations\`\n\nREVIEW\n`,
    );
  });

  it('M6: does not tell how to ask where sandbox approvals are refused', () => {
    expect(approvals(granular({ sandbox_approval: false }), 'user')[1]).not.toContain('INLINE');
  });

  it('M7: takes the text of the catalog, whole, where it has one', () => {
    const overrides = readPermissionsOverrides({
      permissions: {
        read_only: 'RO {{ network_access }}{{network_access}} {{ x }}',
        workspace_write: null,
      },
      approvals: {
        on_request: 'OWN {{ network_access }}',
        on_request_auto_review: '',
        never: null,
      },
    });
    const input = { overrides, approvedPrefixes: [['ls']] };
    expect(body({ ...input, approval: 'on-request' })).toBe(
      '\nRO restricted{{network_access}} {{ x }}\nOWN {{ network_access }}\n',
    );
    expect(body({ ...input, approval: 'on-request', reviewer: 'auto_review' })).toBe(
      '\nRO restricted{{network_access}} {{ x }}\n',
    );
    expect(body({ ...input, approval: 'never' })).toContain('NEVER');
    expect(body({ ...input, approval: granular() })).toContain('GRANULAR');
  });

  it('M8, M14: adds no newline to a text that ends in one', () => {
    const overrides = readPermissionsOverrides({ permissions: { read_only: 'RO\n' } });
    expect(body({ overrides })).toBe('\nRO\nNEVER\n');
    expect(body({ overrides: readPermissionsOverrides({ permissions: { read_only: '' } }) })).toBe(
      '\nNEVER\n',
    );
  });

  it('M9: lists writable roots, and then what may not be read', () => {
    const policy = policyOfFiles(
      '":root"="read"\n"/b"="write"\n"/a"="write"\n"/b/x"="deny"\n"/*.k"="deny"',
    );
    expect(body({ policy })).toBe(
      '\nWORK restricted\nNEVER\n ROOTS `/a`, `/b`.\nDENIED\n- path `/b/x`\n- glob `/*.k`\n',
    );
    expect(body({ policy: policyOfFiles('"/$&"="write"') })).toContain(' ROOT `/$&`.\n');
  });

  it('M10, M11, M13: lists prefixes, the shortest first, within limits', () => {
    const approval = 'on-request';
    const section = (prefixes: string[][]): string | undefined =>
      body({ approval, approvedPrefixes: prefixes }).split('PREFIXES: ')[1];
    expect(section([['git', 'x'], ['zz'], ['b'], ['a'], ['a'], ['é']])).toBe(
      '- ["a"]\n- ["b"]\n- ["zz"]\n- ["é"]\n- ["git", "x"]\n',
    );
    expect(section([['"\\\n\t\u0001']])).toBe('- ["\\"\\\\\\n\\t\\u0001"]\n');
    const many = Array.from({ length: 101 }, (_, index) => [`c${String(index).padStart(3, '0')}`]);
    expect(section(many.slice(1))).not.toContain('CUT');
    expect(section(many)?.endsWith('- ["c099"]...\nCUT\n')).toBe(true);
    const long = Array.from({ length: 60 }, (_, index) => ['é'.repeat(100) + String(index)]);
    const cut = section(long)?.replace('...\nCUT\n', '');
    expect(Array.from(cut ?? '')).toHaveLength(5000);
  });

  it('keeps the text without prefixes, and the prefixes, apart', () => {
    const prefixes = [['b', 'c'], ['a']];
    const input = {
      policy: readOnly,
      approval: 'on-request',
      reviewer: 'auto_review',
      features: none,
    } as const;
    const told = permissionsFragment({ ...input, approvedPrefixes: prefixes }, texts);
    expect(told.approvedPrefixes).toEqual([['a'], ['b', 'c']]);
    expect(told.textWithoutPrefixes).toBe(
      permissionsFragment({ ...input, approvedPrefixes: [] }, texts).text,
    );
    expect(told.text).toContain('ASK\n\n\nPREFIXES: - ["a"]\n- ["b", "c"]\n\nREVIEW\n');
  });

  it('M15, M16: says of the network what the profile says', () => {
    const rules = profile('0.145');
    const place = { cwd, workspaceRoots: [cwd], facts: factsOf({}) };
    const external = resolvePolicy(
      { profile: { type: 'external', network: 'restricted' }, ...place },
      rules,
    );
    const disabled = resolvePolicy({ profile: { type: 'disabled' }, ...place }, rules);
    expect([external, disabled].map((policy) => body({ policy }))).toEqual([
      '\nALL restricted\nNEVER\n',
      '\nALL enabled\nNEVER\n',
    ]);
  });

  it('names the text that a pack lacks', () => {
    const input = {
      policy: readOnly,
      approval: 'never',
      reviewer: 'user',
      features: none,
    } as const;
    expect(() => permissionsFragment({ ...input, approvedPrefixes: [] }, ownTexts)).toThrow(
      expect.objectContaining({ code: 'missing_text' }),
    );
  });
});

describe('filesystemElement', () => {
  it('E15: puts entries for every root where the profile has one', () => {
    const policy = policyOf(
      'sandbox_mode="workspace-write"\n[sandbox_workspace_write]\nwritable_roots=["/<&>\\"\'"]\nexclude_slash_tmp=true',
    );
    const odd = '/&lt;&amp;&gt;&quot;&apos;';
    const entry = (access: string, path: string) =>
      `<entry access="${access}"><path>${path}</path></entry>`;
    expect(filesystemElement(policy)).toBe(
      `<filesystem><workspace_roots><root>/r</root><root>${odd}</root></workspace_roots>` +
        '<permission_profile type="managed"><file_system type="restricted">' +
        '<entry access="read"><special>:root</special></entry>' +
        `${entry('write', '/r')}${entry('write', odd)}` +
        '<entry access="write"><special>:tmpdir</special></entry>' +
        ['.git', '.agents', '.codex']
          .flatMap((name) => [entry('read', `/r/${name}`), entry('read', `${odd}/${name}`)])
          .join('') +
        '</file_system></permission_profile></filesystem>',
    );
  });

  it('E2, E16: tells of no roots, and of sandboxes that are not its own', () => {
    const open = { profile: { type: 'disabled' }, workspaceRoots: [] } as const;
    const external = {
      profile: { type: 'external', network: 'enabled' },
      workspaceRoots: [],
    } as const;
    expect([open, external].map(filesystemElement)).toEqual([
      '<filesystem><permission_profile type="disabled"><file_system type="unrestricted" /></permission_profile></filesystem>',
      '<filesystem><permission_profile type="external"><file_system type="external" /></permission_profile></filesystem>',
    ]);
  });

  it('shows denials, globs, depth, and names it does not know', () => {
    const policy = policyOfFiles(
      'glob_scan_max_depth=3\n"/**/k"="deny"\n[permissions.dev.filesystem.":new"]\n"x"="write"',
    );
    expect(filesystemElement(policy)).toBe(
      '<filesystem><workspace_roots><root>/r</root></workspace_roots>' +
        '<permission_profile type="managed"><file_system type="restricted" glob_scan_max_depth="3">' +
        '<entry access="deny" escalatable="false"><glob>/**/k</glob></entry>' +
        '<entry access="write"><special>:new/x</special></entry>' +
        '</file_system></permission_profile></filesystem>',
    );
    expect(filesystemElement(policyOf('default_permissions="dev"\n[permissions.dev]'))).toContain(
      '<file_system type="restricted" /></permission_profile>',
    );
  });
});
