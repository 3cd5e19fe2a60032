/** The permissions message: sandbox, approvals, writable roots and denied reads (spec 2 §4). */

import type { PermissionsSnapshot } from '../contract/context.js';
import { isRecord } from '../contract/json-record.js';
import { type ContextTextId, type PackTexts, wordsOf } from '../contract/texts.js';
import type { ApprovalPolicy, Reviewer } from '../policy/approvals.js';
import { deniedReads } from '../policy/denied-reads.js';
import { networkOf } from '../policy/profile.js';
import type { ResolvedPolicy } from '../policy/resolve-policy.js';
import type { SandboxMode } from '../policy/sandbox-policy.js';
import { writableRoots } from '../policy/writable-roots.js';
import { approvalText } from './approval-text.js';
import { sortPrefixes } from './approved-prefixes.js';

/** Texts that a model of the catalog brings instead of the pack's; absent or null: the pack's (spec 2 §4.3, §4.4). */
export interface PermissionsOverrides {
  readonly permissions: Readonly<Record<string, string | undefined>>;
  readonly approvals: Readonly<Record<string, string | undefined>>;
}

export interface PermissionsInput {
  readonly policy: ResolvedPolicy;
  readonly approval: ApprovalPolicy;
  readonly reviewer: Reviewer;
  readonly features: PermissionsFeatures;
  /** Prefixes of the rules that allow, alternatives within a token written `[a|b]`. */
  readonly approvedPrefixes: readonly (readonly string[])[];
  readonly overrides?: PermissionsOverrides;
}

/** Features of Codex that change the message. */
export interface PermissionsFeatures {
  readonly execPermissionApprovals: boolean;
  readonly requestPermissionsTool: boolean;
}

/** @throws PromptmillError `missing_text` when the pack lacks a text that is wanted */
export function permissionsFragment(
  input: PermissionsInput,
  texts: PackTexts,
): PermissionsSnapshot {
  return {
    text: fragment(input, texts),
    textWithoutPrefixes: fragment({ ...input, approvedPrefixes: [] }, texts),
    approvedPrefixes: sortPrefixes(input.approvedPrefixes),
  };
}

/** How a model is told of a policy, which is decided by what the policy comes down to (spec 2 §4.3). */
export function toldMode(policy: ResolvedPolicy): SandboxMode {
  if (policy.writesAll) return 'danger-full-access';
  return writableRoots(policy).length === 0 ? 'read-only' : 'workspace-write';
}

/** Reads `model_messages` of a catalog's model, whatever is no text left out. */
export function readPermissionsOverrides(modelMessages: unknown): PermissionsOverrides {
  const messages = isRecord(modelMessages) ? modelMessages : {};
  return {
    permissions: textsOf(messages['permissions']),
    approvals: textsOf(messages['approvals']),
  };
}

function textsOf(value: unknown): Record<string, string | undefined> {
  const texts: Record<string, string | undefined> = {};
  for (const [name, text] of Object.entries(isRecord(value) ? value : {})) {
    if (typeof text === 'string') texts[name] = text;
  }
  return texts;
}

function fragment(input: PermissionsInput, texts: PackTexts): string {
  const mode = toldMode(input.policy);
  const sections = [
    sandboxText(mode, input, texts),
    approvalText(input, texts),
    mode === 'workspace-write' ? rootsText(input.policy, texts) : undefined,
    deniedText(input.policy, texts),
  ];
  let body = '';
  for (const section of sections) {
    if (section !== undefined) body = `${ended(body)}${section}`;
  }
  return `<permissions instructions>${ended(body)}</permissions instructions>`;
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

const networkPlaceholder = '{{ network_access }}';

function sandboxText(mode: SandboxMode, input: PermissionsInput, texts: PackTexts): string {
  const override = input.overrides?.permissions[mode.replaceAll('-', '_')];
  const template = override ?? wordsOf(texts, sandboxTexts[mode]);
  return template.replaceAll(networkPlaceholder, () => networkOf(input.policy.profile));
}

const sandboxTexts = {
  'read-only': 'permissions.sandbox.read-only',
  'workspace-write': 'permissions.sandbox.workspace-write',
  'danger-full-access': 'permissions.sandbox.danger-full-access',
} as const satisfies Record<SandboxMode, ContextTextId>;

function rootsText(policy: ResolvedPolicy, texts: PackTexts): string {
  const roots = writableRoots(policy).map(({ path }) => path);
  const [only] = roots;
  if (roots.length === 1 && only !== undefined) {
    return wordsOf(texts, 'permissions.writable-root').replaceAll('{{ root }}', () => only);
  }
  const list = roots.map((root) => `\`${root}\``).join(', ');
  return wordsOf(texts, 'permissions.writable-roots').replaceAll('{{ roots }}', () => list);
}

function deniedText(policy: ResolvedPolicy, texts: PackTexts): string | undefined {
  const { paths, globs } = deniedReads(policy);
  const lines = [
    ...paths.map((path) => `- path \`${path}\``),
    ...globs.map((glob) => `- glob \`${glob}\``),
  ];
  if (lines.length === 0) return undefined;
  return `${wordsOf(texts, 'permissions.denied-reads')}${lines.join('\n')}`;
}
