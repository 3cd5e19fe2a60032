/** The policy that a turn context records, in the newer form or in the older one. */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { type PolicyRules, profileOfSandbox } from './from-legacy.js';
import type { PermissionProfile } from './profile.js';
import { readProfile } from './read-profile.js';
import { readSandboxPolicy } from './sandbox-policy.js';

/** @throws PromptmillError `bad_policy` */
export function profileOfTurn(turn: JsonRecord, rules: PolicyRules): PermissionProfile {
  return isRecord(turn['permission_profile'])
    ? readProfile(turn['permission_profile'])
    : profileOfSandbox(readSandboxPolicy(turn['sandbox_policy']), rules);
}

/** Undefined where none are recorded: then the working directory is the one root. */
export function workspaceRootsOfTurn(turn: JsonRecord): readonly string[] | undefined {
  const roots = turn['workspace_roots'];
  return Array.isArray(roots) && roots.every((root) => typeof root === 'string')
    ? roots
    : undefined;
}
