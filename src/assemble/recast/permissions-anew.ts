/** The permissions of a context that differs: the policy given, over the recorded one, told to the model anew. */

import { usualPathFacts } from '../../contract/path-facts.js';
import type { PermissionsSnapshot } from '../../contract/context.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { filesystemElement } from '../../context/filesystem-element.js';
import { permissionsFragment } from '../../context/permissions-text.js';
import { type ApprovalPolicy, readApprovalPolicy, readReviewer } from '../../policy/approvals.js';
import { profileOfTurn, workspaceRootsOfTurn } from '../../policy/policy-of-turn.js';
import type { PermissionProfile } from '../../policy/profile.js';
import { resolvePolicy } from '../../policy/resolve-policy.js';
import { selectPermissions } from '../../policy/select-permissions.js';
import type { ContextSources } from './resolve-context.js';

/** What the model is told of its permissions, in both places. */
export interface ToldPermissions {
  readonly snapshot: PermissionsSnapshot;
  /** The `<filesystem>` element of the environment context. */
  readonly filesystem: string;
}

/**
 * @returns undefined when the recorded ones stay
 * @throws PromptmillError `bad_policy` for a policy that can't be told, `missing_text` when the pack lacks its words
 */
export function permissionsAnew(sources: ContextSources): ToldPermissions | undefined {
  const { recast, recorded, settings, rules, texts } = sources;
  const { given } = recast;
  const isNew = recorded.turn === undefined && !recorded.newest.has('permissions');
  if (!recast.isSet('permissions') && !(isNew && recast.request.mode === 'resume')) {
    return undefined;
  }
  const cwd = given.text('cwd') ?? textOf(recorded.turn, 'cwd') ?? '/';
  const chosen = chosenProfile(sources, cwd);
  const policy = resolvePolicy({ ...chosen, cwd, facts: usualPathFacts }, rules);
  const snapshot = permissionsFragment(
    {
      policy,
      approval: approvalOf(sources),
      reviewer: readReviewer(
        given.values['approvals_reviewer'] ?? recorded.turn?.['approvals_reviewer'] ?? 'user',
      ),
      features: {
        execPermissionApprovals: given.feature('exec_permission_approvals') ?? false,
        requestPermissionsTool: given.feature('request_permissions_tool') ?? false,
      },
      approvedPrefixes: recordedPrefixes(sources),
      overrides: settings.model.permissionTexts,
    },
    texts,
  );
  const { profile, workspaceRoots } = policy;
  return { snapshot, filesystem: filesystemElement({ profile, workspaceRoots }) };
}

interface ChosenProfile {
  readonly profile: PermissionProfile;
  readonly workspaceRoots: readonly string[];
  readonly profileRoots?: readonly string[];
}

/** Keys that choose a profile; without one of them the recorded profile stays. */
const choosingKeys = ['sandbox_mode', 'default_permissions', 'permissions'] as const;

function chosenProfile({ recast, recorded, rules }: ContextSources, cwd: string): ChosenProfile {
  const { given } = recast;
  const { turn } = recorded;
  const chooses =
    turn === undefined || [...choosingKeys, workspaceWrite].some((key) => given.has(key));
  if (chooses) {
    const values = withRecordedMode(given.values, turn);
    const selection = selectPermissions([{ values, folder: cwd }], { cwd }, rules);
    return {
      profile: selection.profile,
      workspaceRoots: given.texts('workspace_roots') ?? selection.workspaceRoots,
      profileRoots: selection.profileRoots,
    };
  }
  return {
    profile: profileOfTurn(turn, rules),
    workspaceRoots: given.texts('workspace_roots') ?? rootsOf(turn, cwd, given.has('cwd')),
  };
}

const workspaceWrite = 'sandbox_workspace_write' as const;

/** Settings of the workspace alone say nothing of the mode, which then is the recorded one. */
function withRecordedMode(values: JsonRecord, turn: JsonRecord | undefined): JsonRecord {
  const names = choosingKeys.some((key) => values[key] !== undefined);
  const policy = turn?.['sandbox_policy'];
  if (names || !isRecord(policy) || typeof policy['type'] !== 'string') return values;
  return { ...values, sandbox_mode: policy['type'] };
}

function rootsOf(turn: JsonRecord, cwd: string, isMoved: boolean): readonly string[] {
  return (isMoved ? undefined : workspaceRootsOfTurn(turn)) ?? [cwd];
}

function approvalOf({ recast, recorded }: ContextSources): ApprovalPolicy {
  const value = recast.given.values['approval_policy'] ?? recorded.turn?.['approval_policy'];
  return readApprovalPolicy(value ?? 'on-request');
}

/** Other lists of prefixes are examples. */
const prefixesHeading = '\n## Approved command prefixes\n';

/** Prefixes that were approved before stay approved: the world state names them, or the message lists them. */
function recordedPrefixes({ recorded }: ContextSources): readonly (readonly string[])[] {
  const snapshot = recorded.baseline.worldState?.['permissions'];
  const known = isRecord(snapshot) ? snapshot['approved_command_prefixes'] : undefined;
  if (Array.isArray(known)) return known.filter(isTokens);
  const text = recorded.newest.get('permissions')?.text ?? '';
  const list = text.slice(text.indexOf(prefixesHeading) + 1 || text.length);
  return [...list.matchAll(/(?:^|: )- (\[".*"\])$/gm)].flatMap(([, json = '']) =>
    parsedTokens(json),
  );
}

function parsedTokens(json: string): readonly (readonly string[])[] {
  try {
    const tokens: unknown = JSON.parse(json);
    return isTokens(tokens) ? [tokens] : [];
  } catch {
    return [];
  }
}

function isTokens(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((token) => typeof token === 'string');
}

function textOf(record: JsonRecord | undefined, key: string): string | undefined {
  const value = record?.[key];
  return typeof value === 'string' ? value : undefined;
}
