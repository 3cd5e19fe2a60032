/** The blocks of the permissions message (spec 2 §4.2), cut apart with a catalog that replaces their neighbours. */

import type { PackTextId } from '../../../contract/texts.js';
import type { JsonRecord } from '../../../contract/json-record.js';
import type { Bench } from '../bench.js';
import { between, cutFrame, fillValues, replaceLast, tightTag } from '../cut-text.js';
import type { Family, Finding, Probe } from '../finding.js';
import { keepCatalog, modelOf, withMessages } from '../own-model.js';
import { fragmentOf, NotSeen, textsOfCalls, textsOfItems } from '../recorded-texts.js';

/** Stands where the catalog replaces the sandbox or approval text. */
const standIn = 'STAND-IN';
const tagName = 'permissions instructions';
const readOnly = 'sandbox_mode = "read-only"';
const onRequest = 'approval_policy = "on-request"';
const never = 'approval_policy = "never"';
const inline = 'features.exec_permission_approvals = true';
const requestTool = 'features.request_permissions_tool = true';

export const permissions: Family = {
  name: 'permissions',
  probes: [
    sandboxProbe('permissions.sandbox.read-only', 'read-only'),
    sandboxProbe('permissions.sandbox.workspace-write', 'workspace-write'),
    sandboxProbe('permissions.sandbox.danger-full-access', 'danger-full-access'),
    approvalProbe('permissions.approval.never', [never]),
    { ids: ['permissions.approval.untrusted'], run: captureUntrusted },
    approvalProbe('permissions.approval.on-request', [onRequest]),
    { ids: ['permissions.approval.on-request-inline'], run: captureInline },
    appendedProbe('permissions.request-tool', requestTool),
    appendedProbe('permissions.auto-review', 'approvals_reviewer = "auto_review"'),
    {
      ids: [
        'permissions.granular.intro',
        'permissions.granular.prompted',
        'permissions.granular.rejected',
      ],
      run: captureGranular,
    },
    { ids: ['permissions.prefixes', 'permissions.prefixes-cut'], run: capturePrefixes },
    { ids: ['permissions.writable-root', 'permissions.writable-roots'], run: captureRoots },
    { ids: ['permissions.denied-reads'], run: captureDenied },
  ],
};

/** A sandbox text: what stands before the approval text, with a placeholder for the state of the network. */
function sandboxProbe(id: PackTextId, mode: string): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const settings = [never, `sandbox_mode = "${mode}"`];
    const recorded = await bodyOf(bench, { settings, messages: { approvals: { never: standIn } } });
    const sandbox = between(recorded, '\n', `\n${standIn}\n`);
    const state = mode === 'danger-full-access' ? 'enabled' : 'restricted';
    const text = replaceLast(sandbox, state, '{{ network_access }}');
    const told = fillValues(text, { network_access: state });
    return [{ id, text, checks: [{ rendered: told, recorded: sandbox }] }];
  };
  return { ids: [id], run };
}

/** An approval text: what follows the sandbox text. It ends in a newline, which the message would add otherwise. */
function approvalProbe(id: PackTextId, settings: readonly string[]): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const text = await approvalOf(bench, settings);
    const plain = await bodyOf(bench, { settings: [readOnly, ...settings] });
    return [{ id, text, checks: [{ rendered: text, recorded: plain.slice(-text.length) }] }];
  };
  return { ids: [id], run };
}

/** A text that a setting adds after the approval text and an empty line. */
function appendedProbe(id: PackTextId, setting: string): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const [plain, more] = await Promise.all([
      approvalOf(bench, [onRequest]),
      approvalOf(bench, [onRequest, setting]),
    ]);
    const text = cutFrame(more, { before: `${plain}\n\n`, after: '\n' });
    const other = await approvalOf(bench, [onRequest, inline]);
    const recorded = await approvalOf(bench, [onRequest, inline, setting]);
    return [{ id, text, checks: [{ rendered: `${other}\n\n${text}\n`, recorded }] }];
  };
  return { ids: [id], run };
}

async function captureInline(bench: Bench): Promise<readonly Finding[]> {
  const text = await approvalOf(bench, [onRequest, inline]);
  if (text === (await approvalOf(bench, [onRequest]))) {
    throw new NotSeen('the feature changes nothing in this release');
  }
  const plain = await bodyOf(bench, { settings: [readOnly, onRequest, inline] });
  const check = { rendered: text, recorded: plain.slice(-text.length) };
  return [{ id: 'permissions.approval.on-request-inline', text, checks: [check] }];
}

/** Newer releases take this policy from a turn only, not from a configuration. */
async function captureUntrusted(bench: Bench): Promise<readonly Finding[]> {
  const told = async (messages: JsonRecord): Promise<string> => {
    const model = ownModel(bench, messages);
    const catalog = await keepCatalog(bench, [model]);
    const calls = await bench.session({ model: 'mill', catalog }, async ({ turn }) =>
      turn('Hello.', { approvalPolicy: 'untrusted', sandboxPolicy: { type: 'readOnly' } }),
    );
    return cutFrame(fragmentOf(textsOfCalls(calls), tagName), tightTag(tagName));
  };
  const body = await told({ permissions: { read_only: standIn } });
  const text = cutFrame(body, { before: `\n${standIn}\n`, after: '' });
  const recorded = (await told({})).slice(-text.length);
  return [{ id: 'permissions.approval.untrusted', text, checks: [{ rendered: text, recorded }] }];
}

async function captureGranular(bench: Bench): Promise<readonly Finding[]> {
  const [all, none] = await Promise.all([
    approvalOf(bench, [granular({ sandbox_approval: true, rules: true, mcp_elicitations: true })]),
    approvalOf(bench, [
      granular({ sandbox_approval: false, rules: false, mcp_elicitations: false }),
    ]),
  ]);
  const mixed = granular({ sandbox_approval: true, rules: false, mcp_elicitations: true });
  const recorded = await approvalOf(bench, [mixed]);
  const listAt = (body: string): number => body.indexOf('\n- `sandbox_approval`');
  const titleAt = (body: string): number => body.lastIndexOf('\n\n', listAt(body));
  const titleOf = (body: string): string => body.slice(titleAt(body) + 2, listAt(body));
  const intro = none.slice(0, titleAt(none));
  const prompted = titleOf(all);
  const rejected = titleOf(none);
  const rejectedAt = recorded.indexOf(rejected);
  const rendered = [
    intro,
    `${prompted}${recorded.slice(listAt(recorded), rejectedAt - 2)}`,
    `${rejected}${recorded.slice(rejectedAt + rejected.length)}`,
  ].join('\n\n');
  const checks = [{ rendered, recorded }];
  return [
    { id: 'permissions.granular.intro', text: intro, checks },
    { id: 'permissions.granular.prompted', text: prompted, checks },
    { id: 'permissions.granular.rejected', text: rejected, checks },
  ];
}

async function capturePrefixes(bench: Bench): Promise<readonly Finding[]> {
  const rules = (count: number): Readonly<Record<string, string>> => {
    const lines = Array.from(
      { length: count },
      (_, at) => `prefix_rule(pattern=["p${100 + at}"])\n`,
    );
    return { 'rules/default.rules': lines.join('') };
  };
  const list = (count: number): string =>
    Array.from({ length: count }, (_, at) => `- ["p${100 + at}"]`).join('\n');
  const [plain, one, many] = await Promise.all([
    approvalOf(bench, [onRequest]),
    approvalOf(bench, [onRequest], rules(1)),
    approvalOf(bench, [onRequest], rules(101)),
  ]);
  const lead = cutFrame(one, { before: `${plain}\n\n`, after: `${list(1)}\n` });
  const marker = cutFrame(many, { before: `${plain}\n\n${lead}${list(100)}`, after: '\n' });
  const three = await approvalOf(bench, [onRequest], rules(3));
  const more = await approvalOf(bench, [onRequest], rules(120));
  return [
    {
      id: 'permissions.prefixes',
      text: lead,
      checks: [{ rendered: `${plain}\n\n${lead}${list(3)}\n`, recorded: three }],
    },
    {
      id: 'permissions.prefixes-cut',
      text: marker,
      checks: [{ rendered: `${plain}\n\n${lead}${list(100)}${marker}\n`, recorded: more }],
    },
  ];
}

async function captureRoots(bench: Bench): Promise<readonly Finding[]> {
  const told = async (more: readonly string[]): Promise<string> => {
    const settings = [
      never,
      'sandbox_mode = "workspace-write"',
      `sandbox_workspace_write = { exclude_slash_tmp = true, exclude_tmpdir_env_var = true, writable_roots = ${JSON.stringify(more)} }`,
    ];
    const messages = { approvals: { never: standIn } };
    const body = await bodyOf(bench, { settings, messages });
    return cutFrame(body.slice(body.indexOf(standIn)), { before: `${standIn}\n`, after: '\n' });
  };
  const quoted = /`([^`]+)`/g;
  const one = await told([]);
  const two = await told(['/mill/a', '/mill/b']);
  const other = await told([]);
  const rootsOf = (text: string): readonly string[] =>
    [...text.matchAll(quoted)].map(([, root]) => root ?? '');
  const listOf = (text: string): string =>
    rootsOf(text)
      .map((root) => `\`${root}\``)
      .join(', ');
  const single = one.replace(quoted, '`{{ root }}`');
  const several = two.replace(listOf(two), '{{ roots }}');
  return [
    {
      id: 'permissions.writable-root',
      text: single,
      checks: [
        { rendered: fillValues(single, { root: rootsOf(other)[0] ?? '' }), recorded: other },
      ],
    },
    {
      id: 'permissions.writable-roots',
      text: several,
      checks: [{ rendered: fillValues(several, { roots: listOf(two) }), recorded: two }],
    },
  ];
}

async function captureDenied(bench: Bench): Promise<readonly Finding[]> {
  const told = async (paths: readonly string[]): Promise<string> => {
    const denied = paths.map((path) => `"${path}" = "deny"`).join('\n');
    const tables = `[permissions.mill.filesystem]\n":root" = "read"\n${denied}`;
    const settings = [never, 'default_permissions = "mill"'];
    const messages = { approvals: { never: standIn } };
    const body = await bodyOf(bench, { settings, messages, tables });
    return cutFrame(body.slice(body.indexOf(standIn)), { before: `${standIn}\n`, after: '\n' });
  };
  const list = (paths: readonly string[]): string =>
    paths.map((path) => `- path \`${path}\``).join('\n');
  const text = cutFrame(await told(['/mill']), { before: '', after: list(['/mill']) });
  const two = ['/mill/a', '/mill/b'];
  const check = { rendered: `${text}${list(two)}`, recorded: await told(two) };
  return [{ id: 'permissions.denied-reads', text, checks: [check] }];
}

function granular(categories: Readonly<Record<string, boolean>>): string {
  const pairs = Object.entries(categories).map(([name, asked]) => `${name} = ${asked}`);
  return `approval_policy = { granular = { ${pairs.join(', ')} } }`;
}

/** The approval part of a read-only message. */
async function approvalOf(
  bench: Bench,
  settings: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const messages = { permissions: { read_only: standIn } };
  const body = await bodyOf(bench, { settings: [readOnly, ...settings], messages, files });
  return cutFrame(body, { before: `\n${standIn}\n`, after: '' });
}

interface MessageOptions {
  readonly settings: readonly string[];
  /** Texts of the catalog that replace Codex's own. */
  readonly messages?: JsonRecord;
  readonly tables?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** The permissions message without its tags. */
async function bodyOf(bench: Bench, options: MessageOptions): Promise<string> {
  const { settings, messages = {}, tables = '', files = {} } = options;
  const items = await bench.promptInput({
    model: 'mill',
    catalog: await keepCatalog(bench, [ownModel(bench, messages)]),
    settings: settings.join('\n'),
    tables,
    files,
  });
  return cutFrame(fragmentOf(textsOfItems(items), tagName), tightTag(tagName));
}

function ownModel(bench: Bench, messages: JsonRecord): JsonRecord {
  const own = { approvals: null, permissions: null, ...messages };
  return withMessages(modelOf(bench, 'plain'), 'mill', own);
}
