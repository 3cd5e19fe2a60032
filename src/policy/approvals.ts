/** When a command is put before someone for approval, and before whom (spec 2 §3.2). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { badPolicy, shown } from './bad-policy.js';

/** Which kinds of approval are asked for; those that are off are refused unasked. */
export interface GranularApprovals {
  readonly sandbox_approval: boolean;
  readonly rules: boolean;
  readonly skill_approval: boolean;
  readonly request_permissions: boolean;
  readonly mcp_elicitations: boolean;
}

export type ApprovalPolicy =
  | 'untrusted'
  | 'on-request'
  | 'never'
  | { readonly granular: GranularApprovals };

export type Reviewer = 'user' | 'auto_review';

/**
 * Reads an approval policy from rollout JSON or from a configuration file. `on-failure` is an older word that acts as
 * `on-request` (spec 2 §0).
 * @throws PromptmillError `bad_policy`
 */
export function readApprovalPolicy(value: unknown): ApprovalPolicy {
  switch (value) {
    case 'untrusted':
    case 'on-request':
    case 'never':
      return value;
    case 'on-failure':
      return 'on-request';
    default:
  }
  if (isRecord(value) && isRecord(value['granular'])) {
    return { granular: readGranular(value['granular']) };
  }
  throw badPolicy('approval policy', {
    found: shown(value),
    expected: 'untrusted, on-request, never or a table granular',
  });
}

/** `guardian_subagent` is another name of `auto_review`. @throws PromptmillError `bad_policy` */
export function readReviewer(value: unknown): Reviewer {
  if (value === 'user' || value === 'auto_review') return value;
  if (value === 'guardian_subagent') return 'auto_review';
  throw badPolicy('approvals reviewer', {
    found: shown(value),
    expected: 'user, auto_review or guardian_subagent',
  });
}

function readGranular(record: JsonRecord): GranularApprovals {
  return {
    sandbox_approval: choice(record, 'sandbox_approval'),
    rules: choice(record, 'rules'),
    skill_approval: choice(record, 'skill_approval', false),
    request_permissions: choice(record, 'request_permissions', false),
    mcp_elicitations: choice(record, 'mcp_elicitations'),
  };
}

function choice(record: JsonRecord, name: string, fallback?: false): boolean {
  const value = record[name] ?? fallback;
  if (typeof value === 'boolean') return value;
  throw badPolicy(`approval policy: granular.${name}`, {
    found: shown(value),
    expected: 'true or false',
  });
}
