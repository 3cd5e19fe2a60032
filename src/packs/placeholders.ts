/** The places `{{ name }}` of each text: those it must have, and those it may have. */

export interface TextPlaceholders {
  readonly needed: readonly string[];
  readonly allowed: readonly string[];
}

const none: TextPlaceholders = { needed: [], allowed: [] };
const network: TextPlaceholders = { needed: ['network_access'], allowed: [] };
const skills: TextPlaceholders = { needed: ['skills'], allowed: ['skill_roots'] };
const team: TextPlaceholders = { needed: [], allowed: ['max_concurrent_threads'] };

const rows: Readonly<Record<string, TextPlaceholders>> = {
  'goal.budget-limit': {
    needed: ['objective', 'tokens_used', 'token_budget'],
    allowed: ['time_used_seconds'],
  },
  'goal.continuation': {
    needed: ['tokens_used', 'token_budget', 'remaining_tokens'],
    allowed: ['objective'],
  },
  'goal.objective-edited': {
    needed: ['objective'],
    allowed: ['tokens_used', 'token_budget', 'remaining_tokens'],
  },
  'memory.lead': { needed: ['memory_summary'], allowed: ['memory_folder'] },
  'model-instructions.lead': { needed: [], allowed: ['model'] },
  'multi-agent.root-hint': team,
  'multi-agent.subagent-hint': team,
  'permissions.sandbox.danger-full-access': network,
  'permissions.sandbox.read-only': network,
  'permissions.sandbox.workspace-write': network,
  'permissions.writable-root': { needed: ['root'], allowed: [] },
  'permissions.writable-roots': { needed: ['roots'], allowed: [] },
  'skills.instructions': skills,
  'skills.instructions-short': skills,
  'time.reminder': { needed: ['now'], allowed: [] },
};

export function placeholdersOf(id: string): TextPlaceholders {
  return rows[id] ?? none;
}
