/** Permissions as the model is told them, held against the policy recorded for the turn. */

import { isRecord, type JsonRecord } from '../../../contract/json-record.js';
import { flawAtPart } from '../flaw-at.js';
import { type LintRequest, newestOf, type PlacedPart } from '../lint-request.js';
import type { Flaw, LintRule, RequestSight } from '../rule.js';
import { toldModeOf } from '../told-mode.js';

export const stalePermissions: LintRule = {
  id: 'stale-permissions',
  severity: 'warning',
  title: 'The model is told another policy than its turn runs under',
  remedy:
    'Render with --set sandbox_mode=… or --set approval_policy=… to see the request with the right text, and set the policy before the turn begins.',
  request: (sight) => {
    // A compaction is asked for before the context of its turn is told.
    if (sight.request.turn === undefined || sight.request.kind === 'compaction') return [];
    return [...sandboxFlaws(sight), ...approvalFlaws(sight.request)];
  },
};

function sandboxFlaws({ request, session }: RequestSight): Flaw[] {
  const part = newestOf(request, 'permissions');
  const named = part === undefined ? undefined : namedMode(part.text);
  const set = toldModeOf(request.turn, session.rules);
  const flaws =
    part !== undefined && differ(named, set) ? [flawOf(part, { what: 'sandbox', named, set })] : [];
  return [...flaws, ...environmentFlaws(request)];
}

/** The mode a text names, when it names one and only one. */
function namedMode(text: string): string | undefined {
  const modes = new Set(
    [...text.matchAll(/`(read-only|workspace-write|danger-full-access)`/g)].map(([, mode]) => mode),
  );
  return modes.size === 1 ? [...modes][0] : undefined;
}

/** What older releases told as part of the environment, and the words they had for it. */
const elements = [
  { tag: 'sandbox_mode', what: 'sandbox', words: 'read-only|workspace-write|danger-full-access' },
  { tag: 'approval_policy', what: 'approval', words: 'untrusted|on-failure|on-request|never' },
] as const;

function environmentFlaws({ turn = {}, context }: LintRequest): Flaw[] {
  return elements.flatMap(({ tag, what, words }) => {
    const pattern = new RegExp(`<${tag}>(${words})</${tag}>`);
    const part = context.findLast(
      ({ section, text }) => section === 'environments' && pattern.test(text),
    );
    const named = pattern.exec(part?.text ?? '')?.[1];
    const set = tag === 'sandbox_mode' ? sandboxTypeOf(turn) : turn['approval_policy'];
    if (part === undefined || typeof set !== 'string' || !differ(named, set)) return [];
    return [flawOf(part, { what, named, set })];
  });
}

function sandboxTypeOf(turn: JsonRecord): unknown {
  const policy = turn['sandbox_policy'];
  return isRecord(policy) ? (policy['type'] ?? policy['mode']) : undefined;
}

/** Asking to leave the sandbox is refused unasked where nobody approves. */
function approvalFlaws(request: LintRequest): Flaw[] {
  const part = newestOf(request, 'permissions');
  if (part === undefined || request.turn?.['approval_policy'] !== 'never') return [];
  if (!part.text.includes('require_escalated')) return [];
  return [flawOf(part, { what: 'approval', named: 'require_escalated', set: 'never' })];
}

function differ(named: string | undefined, set: string | undefined): boolean {
  return named !== undefined && set !== undefined && named !== set;
}

interface Difference {
  readonly what: 'sandbox' | 'approval';
  readonly named: string | undefined;
  readonly set: string | undefined;
}

function flawOf(part: PlacedPart, { what, named = '', set = '' }: Difference): Flaw {
  const message = `the ${what} text says ${named}, the turn runs with ${set}`;
  return flawAtPart(part, { message, detail: `${what} ${set}` });
}
