/** Permissions as the model is told them, held against the policy recorded for the turn. */

import { isRecord } from '../../../contract/json-record.js';
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

/** Older releases told the policy as part of the environment. */
function environmentFlaws(request: LintRequest): Flaw[] {
  const { turn = {}, context } = request;
  const policy = turn['sandbox_policy'];
  const type = isRecord(policy) ? (policy['type'] ?? policy['mode']) : undefined;
  const pairs = [
    ['sandbox_mode', type],
    ['approval_policy', turn['approval_policy']],
  ] as const;
  return pairs.flatMap(([tag, set]) => {
    const pattern = new RegExp(`<${tag}>([a-z-]+)</${tag}>`);
    const part = context.findLast(
      ({ section, text }) => section === 'environments' && pattern.test(text),
    );
    const named = pattern.exec(part?.text ?? '')?.[1];
    if (part === undefined || typeof set !== 'string' || !differ(named, set)) return [];
    return [flawOf(part, { what: tag === 'sandbox_mode' ? 'sandbox' : 'approval', named, set })];
  });
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

function flawOf(
  { item, path, position }: PlacedPart,
  { what, named = '', set = '' }: Difference,
): Flaw {
  return {
    key: `${item.key} ${String(position)} ${what} ${set}`,
    message: `the ${what} text says ${named}, the turn runs with ${set}`,
    file: item.file,
    line: item.line,
    path,
  };
}
