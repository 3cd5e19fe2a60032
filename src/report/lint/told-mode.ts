/** The sandbox mode a model is rightly told under the policy of a turn context. */

import { PromptmillError } from '../../contract/errors.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { usualPathFacts } from '../../contract/path-facts.js';
import { rulesById } from '../../contract/rules.js';
import { toldMode } from '../../context/permissions-text.js';
import { profileOfTurn, workspaceRootsOfTurn } from '../../policy/policy-of-turn.js';
import { resolvePolicy } from '../../policy/resolve-policy.js';
import type { SandboxMode } from '../../policy/sandbox-policy.js';

/**
 * @param rules id of the profile the session was assembled by
 * @returns undefined where the turn context tells no policy that can be read
 */
export function toldModeOf(turn: JsonRecord | undefined, rules: string): SandboxMode | undefined {
  const profile = rulesById(rules);
  const cwd = turn?.['cwd'];
  if (turn === undefined || profile === undefined || typeof cwd !== 'string') return undefined;
  try {
    const setting = {
      profile: profileOfTurn(turn, profile),
      cwd,
      workspaceRoots: workspaceRootsOfTurn(turn) ?? [cwd],
      facts: usualPathFacts,
    };
    return toldMode(resolvePolicy(setting, profile));
  } catch (error) {
    if (error instanceof PromptmillError) return undefined;
    throw error;
  }
}
