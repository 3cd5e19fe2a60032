// What the permissions matrix asks: settings crossed with each other, profiles of every form, and forms that are refused.

/**
 * @typedef {object} PermissionCase
 * @property {string} name
 * @property {string} [config]                TOML; `$CWD` stands for the project
 * @property {readonly string[]} [overrides]  values of `-c`
 * @property {readonly string[]} [features]
 * @property {string} [tmpDir]
 * @property {readonly string[]} [folders]    made in the project
 * @property {string} [rules]                 a `.rules` file, and
 * @property {string[][]} [prefixes]          what it allows
 * @property {Record<string, unknown>} [messages]  `model_messages` of the catalog
 */

const NEVER = 'approval_policy="never"';
const FEATURES = [
  [],
  ['exec_permission_approvals'],
  ['request_permissions_tool'],
  ['exec_permission_approvals', 'request_permissions_tool'],
];
const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access'];

/** @param {string} version @returns {PermissionCase[]} */
export function permissionCases(version) {
  return [
    ...approvalCases(version),
    ...rootCases(),
    ...profileCases(),
    ...prefixCases(),
    ...overrideCases(version),
    ...selectionCases(version),
  ];
}

/** @param {string} version @returns {PermissionCase[]} */
function approvalCases(version) {
  const approvals = [
    '"on-request"',
    '"on-failure"',
    '"never"',
    ...(version.startsWith('0.145') ? ['"untrusted"'] : []),
    granular('true', 'true', 'true', 'true', 'true'),
    granular('false', 'false', 'false', 'false', 'false'),
    granular('true', 'false', 'true', 'false', 'true'),
    granular('false', 'true', 'false', 'true', 'false'),
    '{granular={sandbox_approval=true,rules=false,mcp_elicitations=true}}',
    '{granular={sandbox_approval=true,mcp_elicitations=true}}',
  ];
  return cross([SANDBOXES, approvals, ['user', 'auto_review', 'guardian_subagent'], FEATURES]).map(
    ([sandbox, approval, reviewer, features]) => ({
      name: `${sandbox} ${approval} ${reviewer} ${features.join('+')}`,
      config: `sandbox_mode="${sandbox}"\napproval_policy=${approval}\napprovals_reviewer="${reviewer}"\n`,
      features,
    }),
  );
}

/** @param {string[]} words */
function granular(...words) {
  const names = [
    'sandbox_approval',
    'rules',
    'skill_approval',
    'request_permissions',
    'mcp_elicitations',
  ];
  return `{granular={${names.map((name, index) => `${name}=${words[index]}`).join(',')}}}`;
}

/** @returns {PermissionCase[]} */
function rootCases() {
  const lists = [
    '',
    '"/opt/a"',
    '"/opt/a","/opt/a-b","/opt/a/b","/opt/B","/opt/a/"',
    '"/"',
    '"rel/x","~/h/./y/../z/","./k","../up"',
    '"/opt/<&>\'x","/opt/ünï"',
  ];
  const excludes = [
    '',
    'exclude_slash_tmp=true\n',
    'exclude_tmpdir_env_var=true\n',
    'exclude_slash_tmp=true\nexclude_tmpdir_env_var=true\n',
  ];
  const fromFile = cross([lists, excludes, [true, false], [undefined, '/var/tmp', 'rel/t']]).map(
    ([list, exclude, network, tmpDir]) => ({
      name: `roots [${list}] ${exclude.trim()} network ${network} TMPDIR ${tmpDir}`,
      config: `sandbox_mode="workspace-write"\n${NEVER}\n[sandbox_workspace_write]\nnetwork_access=${network}\n${exclude}writable_roots=[${list}]\n`,
      tmpDir,
    }),
  );
  const fromFlags = lists.map((list) => ({
    name: `-c roots [${list}]`,
    config: 'sandbox_mode="read-only"\n[sandbox_workspace_write]\nwritable_roots=["/opt/other"]\n',
    overrides: [
      NEVER,
      'sandbox_mode="workspace-write"',
      `sandbox_workspace_write.writable_roots=[${list}]`,
    ],
  }));
  return [...fromFile, ...fromFlags];
}

/** @returns {PermissionCase[]} */
function profileCases() {
  const files = [
    '":root"="write"',
    '":root"="read"',
    '":root"="deny"',
    '":root"="none"',
    '":root"="write"\n"/opt/x"="deny"',
    '":root"="write"\n"/opt"="read"',
    '":root"="write"\n"/opt"="read"\n"/opt/"="write"',
    '":root"="write"\n"/opt"="deny"\n"/opt/"="write"',
    '":root"="write"\n":minimal"="read"',
    '":root"="write"\n":tmpdir"="read"',
    '":root"="write"\n":slash_tmp"="read"',
    '":root"="write"\n":slash_tmp"="read"\n"/tmp"="write"',
    '":root"="write"\n":future"="deny"',
    '":root"="write"\n"/opt/**/x"="deny"',
    '":root"="write"\n"/"="read"',
    '":root"="write"\n"/"="deny"',
    '"/"="write"',
    '"/"="write"\n":root"="read"',
    '"/"="deny"\n":root"="read"',
    '"/"="read"',
    '":root"="write"\n":workspace_roots"="read"',
    '":root"="write"\n":workspace_roots"="read"\n"$CWD"="write"',
    '":root"="read"\n"/opt"="write"\n"/opt/a"="none"\n"/opt/a/b"="write"',
    '":root"="read"\n"/opt/a"="deny"\n"/opt/a/b"="read"',
    '":root"="read"\n"$CWD/p"="deny"\n":workspace_roots"="write"',
    '":root"="read"\n"/opt/p"="write"\n"/opt/p/"="read"',
    '":root"="read"\n"/opt/p"="write"\n"/opt/p/"="deny"',
    '":root"="read"\n"/opt/./q/../r//s"="write"',
    '":root"="read"\n":slash_tmp"="deny"\n":tmpdir"="deny"',
    '":root"="read"\n":slash_tmp"="write"\n":tmpdir"="write"',
    '":minimal"="read"',
    '":minimal"="deny"\n":root"="read"',
    '":minimal"="read"\n":workspace_roots"="write"',
    '":future"="write"\n":root"="read"',
    '":"="read"',
    '":workspace_roots/x"="write"',
    '":project_roots"="write"',
    '":cwd"="read"',
    '":root"="read"\n"/opt/etc"="deny"\n"/opt/etc/x"="read"\n"/opt/etc/y"="deny"\n"/opt/etc/x/z"="deny"',
    '":root"="read"\n"~/b*"="deny"\n"/opt/../etc/*.k"="deny"\n"/opt/a//**"="deny"',
    '":root"="read"\n"~"="write"\n"~/k"="deny"',
    '"~/"="read"\n"~/a/../b"="write"',
    '":root"="read"\n"/opt/a b<&>\'"="deny"',
    'glob_scan_max_depth=3\n":root"="read"\n"/opt/**/*.key"="deny"\n"/opt/[a"="deny"',
    'glob_scan_max_depth=2',
    '',
    '":root"="read"\n"/opt/b/**"="write"',
    '":root"="read"\n":workspace_roots"="write"\n"$CWD/.git"="write"',
    // refused
    'glob_scan_max_depth=0',
    'glob_scan_max_depth="x"',
    '":root"="bad"',
    '":root"=3',
    '"rel/dir"="read"',
    '""="read"',
    '"~user/x"="read"',
    '"/opt/*"="write"',
    '"/opt/a?/**"="read"',
    '"/opt/**/**"="read"',
    '"/**"="read"',
    '":root/*"="deny"',
  ];
  const tables = [
    [
      '":workspace_roots"',
      '"."="write"\n"**/*.env"="deny"\n"a"="read"\n".git"="write"\n"z/**"="write"',
    ],
    ['":workspace_roots"', '"."="write"\n".git"="read"\n".agents"="read"\n".codex"="read"'],
    ['":workspace_roots"', '"."="write"\n".git/hooks"="write"'],
    ['":workspace_roots"', '"a//b/"="write"'],
    ['":workspace_roots"', '"../x"="write"'],
    ['":workspace_roots"', '""="write"'],
    ['":workspace_roots"', '"/x"="write"'],
    ['":workspace_roots"', '"./x"="write"'],
    ['":workspace_roots"', '"*.x"="read"'],
    ['":workspace_roots"', '"**"="deny"'],
    ['"/opt"', '"*.x"="deny"\n"."="read"\n"b/**"="write"'],
    ['"/opt"', '"**"="write"'],
    ['"/opt"', '"*.x"="read"'],
    ['"/opt/*"', '"x"="deny"'],
    ['"~/z"', '"k"="deny"\n"."="write"'],
    ['":future"', '"x"="write"\n"."="read"'],
    ['":future"', '"*.x"="deny"'],
    ['":root"', '"."="read"'],
    ['":root"', '"x"="read"'],
    ['":tmpdir"', '"x"="write"'],
    ['":tmpdir"', '"."="write"'],
    ['":minimal"', '"x"="read"'],
    ['":slash_tmp"', '"x"="write"'],
  ];
  const dev = `default_permissions="dev"\n${NEVER}\n`;
  const plain = files.map((text) => ({
    name: `profile ${text}`,
    config: `${dev}[permissions.dev.filesystem]\n${text}\n`,
  }));
  const networked = files.slice(0, 44).map((text) => ({
    name: `profile with network and TMPDIR ${text}`,
    tmpDir: '/var/tmp',
    folders: ['.agents', '.codex', '.aws'],
    config: `${dev}[permissions.dev.network]\nenabled=true\n[permissions.dev.filesystem]\n${text}\n`,
  }));
  const nested = tables.flatMap(([key, text]) =>
    ['', '":root"="read"\n'].map((root) => ({
      name: `profile ${root}${key} ${text}`,
      config: `${dev}[permissions.dev.filesystem]\n${key === '":root"' ? '' : root}[permissions.dev.filesystem.${key}]\n${text}\n`,
    })),
  );
  return [...plain, ...networked, ...nested, ...inherited(dev)];
}

/** @param {string} dev @returns {PermissionCase[]} */
function inherited(dev) {
  const table = '[permissions.dev.filesystem]\n';
  return [
    '[permissions.dev]\nextends=":workspace"\n',
    '[permissions.dev]\nextends=":read-only"\n',
    '[permissions.dev]\nextends=":danger-full-access"\n',
    '[permissions.dev]\nextends="x"\n',
    '[permissions.dev]\nextends="dev"\n',
    '[permissions.dev]\nextends="base"\n[permissions.base]\nextends="dev"\n',
    '[permissions.dev]\n[permissions.":x"]\n',
    '[permissions.dev]\nfoo=1\ndescription="d"\n',
    `[permissions.dev]\nextends=":workspace"\n${table}"/opt/x"="read"\n`,
    `[permissions.dev]\nextends=":workspace"\n${table}":workspace_roots"="read"\n`,
    `[permissions.dev]\nextends=":workspace"\n${table}":root"="write"\n`,
    `[permissions.dev]\nextends=":workspace"\n[permissions.dev.filesystem.":workspace_roots"]\n"q"="read"\n".git"="write"\n`,
    `[permissions.dev]\nextends=":workspace"\n[permissions.dev.filesystem.":workspace_roots"]\n"**/*.env"="deny"\n`,
    '[permissions.dev]\nextends=":workspace"\n[permissions.dev.workspace_roots]\n"/opt/w1"=true\n"rel"=true\n"/opt/w2"=false\n"~/q"=true\n',
    '[permissions.dev]\nextends=":workspace"\n[permissions.dev.workspace_roots]\n"/opt/w1"=true\n[permissions.dev.filesystem.":workspace_roots"]\n"**/*.env"="deny"\n',
    '[permissions.dev]\nextends="base"\n[permissions.base]\nextends=":workspace"\n[permissions.base.filesystem]\nglob_scan_max_depth=4\n"/opt/a"="deny"\n[permissions.base.filesystem."/opt/b"]\n"x"="read"\n"y"="write"\n[permissions.dev.filesystem."/opt/b"]\n"x"="deny"\n',
    '[permissions.dev]\nextends="base"\n[permissions.base.network]\nenabled=true\n[permissions.base.filesystem]\nglob_scan_max_depth=4\n":workspace_roots"="write"\n[permissions.dev.filesystem]\nglob_scan_max_depth=7\n[permissions.dev.filesystem.":workspace_roots"]\n"a"="read"\n',
    '[permissions.dev]\nextends="base"\n[permissions.dev.network]\nenabled=false\n[permissions.base.network]\nenabled=true\n',
  ].map((text) => ({ name: `inherited ${text}`, config: `${dev}${text}` }));
}

/** @returns {PermissionCase[]} */
function prefixCases() {
  const rows = (/** @type {number} */ count, /** @type {(index: number) => string} */ token) =>
    Array.from({ length: count }, (_, index) => [token(index)]);
  const sets = [
    [['ls']],
    rows(100, (index) => `c${index}`),
    rows(101, (index) => `c${index}`),
    rows(60, (index) => `${'é'.repeat(90)}${index}`),
    rows(120, (index) => `${'x'.repeat(60)}${index}`),
    [['git', 'status'], ['ls'], ['a', 'b', 'c'], ['zz'], ['b', 'a'], ['B']],
    [['quote"d', 'back\\slash', 'new\nline', 'tab\t', '\u0001', 'ünï😀', '\u007f']],
    [['']],
  ];
  const approvals = ['"on-request"', '"never"', granular('true', 'true', 'true', 'true', 'true')];
  return cross([sets, approvals, ['user', 'auto_review']]).map(
    ([prefixes, approval, reviewer], index) => ({
      name: `prefixes ${index} ${approval} ${reviewer}`,
      config: `sandbox_mode="workspace-write"\napproval_policy=${approval}\napprovals_reviewer="${reviewer}"\n`,
      rules: prefixes
        .map((/** @type {string[]} */ tokens) => `prefix_rule(pattern=${starlarkList(tokens)})\n`)
        .join(''),
      prefixes,
    }),
  );
}

/** @param {string[]} tokens */
function starlarkList(tokens) {
  return JSON.stringify(tokens);
}

/** @param {string} version @returns {PermissionCase[]} */
function overrideCases(version) {
  const texts = [
    {
      permissions: {
        read_only: 'RO {{ network_access }} {{network_access}} {{ other }} {{\n',
        workspace_write: 'WW',
        danger_full_access: '',
      },
    },
    {
      permissions: {
        read_only: null,
        workspace_write: '',
        danger_full_access: 'D{{ network_access }}{{ network_access }}',
      },
    },
    {
      approvals: {
        on_request: 'OR {{ network_access }}',
        on_request_auto_review: 'AR\n',
        never: '',
        unless_trusted: 'UT',
      },
    },
    {
      approvals: {
        on_request: '',
        on_request_auto_review: null,
        never: 'N\n\n',
        unless_trusted: null,
      },
    },
    {
      approvals: { on_request: null, on_request_auto_review: '', never: null, unless_trusted: '' },
      permissions: { read_only: '', workspace_write: 'X\n', danger_full_access: null },
    },
  ];
  const approvals = [
    '"on-request"',
    '"never"',
    granular('true', 'true', 'true', 'true', 'true'),
    ...(version.startsWith('0.145') ? ['"untrusted"'] : []),
  ];
  return cross([texts, SANDBOXES, approvals, ['user', 'auto_review']]).map(
    ([messages, sandbox, approval, reviewer], index) => ({
      name: `catalog texts ${index} ${sandbox} ${approval} ${reviewer}`,
      config: `sandbox_mode="${sandbox}"\napproval_policy=${approval}\napprovals_reviewer="${reviewer}"\n`,
      features: ['request_permissions_tool'],
      rules: 'prefix_rule(pattern=["ls"])\n',
      prefixes: [['ls']],
      messages,
    }),
  );
}

/** @param {string} version @returns {PermissionCase[]} */
function selectionCases(version) {
  const roots = '[sandbox_workspace_write]\nwritable_roots=["/opt/a"]\nnetwork_access=true\n';
  const dev = '[permissions.dev.filesystem]\n":root"="read"\n"/opt/d"="write"\n';
  const trusts = version.startsWith('0.145') ? ['trusted', 'untrusted'] : ['trusted'];
  return [
    ...[':read-only', ':workspace', ':danger-full-access', ':nope'].map((id) => ({
      name: `default ${id}`,
      config: `default_permissions="${id}"\n${NEVER}\n${roots}`,
    })),
    ...trusts.flatMap((trust) =>
      ['', roots].map((text) => ({
        name: `${trust} ${text}`,
        config: `${text}[projects."$CWD"]\ntrust_level="${trust}"\n`,
      })),
    ),
    { name: 'nothing set', config: '' },
    { name: 'read-only with network', config: `sandbox_mode="read-only"\n${NEVER}\n${roots}` },
    {
      name: 'danger-full-access with roots',
      config: `sandbox_mode="danger-full-access"\n${NEVER}\n${roots}`,
    },
    { name: 'unlisted with roots', config: roots },
    {
      name: 'both in one layer',
      config: `sandbox_mode="danger-full-access"\ndefault_permissions="dev"\n${NEVER}\n${dev}`,
    },
    {
      name: 'mode over profile',
      config: `default_permissions="dev"\n${NEVER}\n${dev}`,
      overrides: ['sandbox_mode="workspace-write"'],
    },
    {
      name: 'profile over mode',
      config: `sandbox_mode="workspace-write"\n${NEVER}\n${dev}`,
      overrides: ['default_permissions="dev"'],
    },
    { name: 'tables without a default', config: `${NEVER}\n${dev}` },
    { name: 'default without tables', config: `default_permissions="dev"\n${NEVER}\n` },
    { name: 'default of another name', config: `default_permissions="other"\n${NEVER}\n${dev}` },
    { name: 'no such mode', config: 'sandbox_mode="bad"\n' },
    { name: 'no such approval', config: 'approval_policy="bad"\n' },
    { name: 'no such reviewer', config: 'approvals_reviewer="bad"\n' },
    {
      name: 'keys of a profile from both layers',
      config: `default_permissions="dev"\n${NEVER}\n${dev}`,
      overrides: ['permissions.dev.filesystem={"/opt/e"="write"}'],
    },
  ];
}

/** @param {readonly (readonly any[])[]} axes @returns {any[][]} */
function cross(axes) {
  return axes.reduce(
    (/** @type {any[][]} */ rows, axis) =>
      rows.flatMap((row) => axis.map((value) => [...row, value])),
    [[]],
  );
}
