/** Holds the rules against one session and gathers what they find, each flaw once with the requests that show it. */

import type { TracedSession } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import type { RecordedSession } from './recorded-session.js';
import type { RuleId, Severity } from './rule-ids.js';
import type { Flaw, LintRule, RequestSight, SessionSight } from './rule.js';
import { RequestWalk } from './walk-requests.js';

/** A flaw as it is reported. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  readonly threadId: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** JSON pointer into the body of the first request; left out where the flaw is in the file alone. */
  readonly path?: string;
  /** Bytes wasted or lost. */
  readonly bytes?: number;
  /** The requests that show it, by their numbers; left out where the flaw is in the file alone. */
  readonly requests?: RequestRange;
  /** Stays the same when the session goes on. */
  readonly key: string;
}

export interface RequestRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** @returns the findings in the order of the file's lines */
export function lintSession(
  { session, inferences }: TracedSession,
  recorded: RecordedSession,
  rules: readonly LintRule[],
): readonly Finding[] {
  const sight = { session, recorded };
  const gathered = new Gathered(sight);
  for (const rule of rules) gathered.add(rule, rule.session?.(sight) ?? []);
  const walk = new RequestWalk(recorded);
  const itemFlaws = new Map<string, readonly RuleFlaw[]>();
  for (const inference of inferences) {
    const { request, fresh } = walk.take(inference);
    const inRequest = { ...sight, request };
    for (const { item, path, value } of fresh) {
      const flaws = rules.flatMap((rule) =>
        (rule.item?.({ ...inRequest, item, value }) ?? []).map((flaw) => ({
          rule,
          flaw: { ...flaw, path: `${path}${flaw.path ?? ''}` },
        })),
      );
      if (flaws.length > 0) itemFlaws.set(item.key, flaws);
    }
    for (const { item } of request.items) {
      for (const { rule, flaw } of itemFlaws.get(item.key) ?? []) {
        gathered.add(rule, [flaw], inRequest);
      }
    }
    for (const rule of rules) gathered.add(rule, rule.request?.(inRequest) ?? [], inRequest);
  }
  return gathered.findings();
}

interface RuleFlaw {
  readonly rule: LintRule;
  readonly flaw: Flaw;
}

interface Entry extends RuleFlaw {
  requests: RequestRange | undefined;
}

class Gathered {
  readonly #entries = new Map<string, Entry>();
  readonly #threadId: string;

  constructor({ session }: SessionSight) {
    this.#threadId = session.threadId;
  }

  /** @param sight the request that shows them; left out: the file does */
  add(rule: LintRule, flaws: readonly Flaw[], sight?: RequestSight): void {
    for (const flaw of flaws) {
      const key = `${rule.id} ${flaw.key}`;
      const entry = this.#entries.get(key) ?? { rule, flaw, requests: undefined };
      this.#entries.set(key, entry);
      if (sight !== undefined) entry.requests = widened(entry.requests, sight.request.at);
    }
  }

  findings(): readonly Finding[] {
    return [...this.#entries.values()]
      .map((entry) => this.#finding(entry))
      .toSorted((one, other) => one.line - other.line);
  }

  #finding({ rule, flaw, requests }: Entry): Finding {
    const { key, message, file, line, path, bytes } = flaw;
    return {
      rule: rule.id,
      severity: rule.severity,
      message,
      remedy: rule.remedy,
      threadId: this.#threadId,
      file,
      line,
      ...optional('path', path),
      ...optional('bytes', bytes),
      ...optional('requests', requests),
      key,
    };
  }
}

function widened(range: RequestRange | undefined, at: number): RequestRange {
  if (range === undefined) return { first: at, last: at, count: 1 };
  if (range.last === at) return range;
  return { first: range.first, last: at, count: range.count + 1 };
}
