/** What a lint rule is: a row, and at least one thing that it looks at. */

import type { SessionFacts } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { LintItem, LintRequest } from './lint-request.js';
import type { RecordedSession } from './recorded-session.js';
import type { RuleId, Severity } from './rule-ids.js';

export interface LintRule {
  readonly id: RuleId;
  readonly severity: Severity;
  /** What is wrong, in a few words; the heading of the rule's page too. */
  readonly title: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
  /** Looks at an item of the input once, in the first request that holds it. */
  readonly item?: (sight: ItemSight) => readonly Flaw[];
  /** Looks at each request. */
  readonly request?: (sight: RequestSight) => readonly Flaw[];
  /** Looks at the file, once. */
  readonly session?: (sight: SessionSight) => readonly Flaw[];
}

export interface SessionSight {
  readonly session: SessionFacts;
  readonly recorded: RecordedSession;
}

export interface RequestSight extends SessionSight {
  readonly request: LintRequest;
}

export interface ItemSight extends RequestSight {
  readonly item: LintItem;
  /** The item as it is sent, parsed. */
  readonly value: JsonRecord;
}

/** Something a rule found. */
export interface Flaw {
  /** Tells it from what else the rule finds in the session: the same key in a later request is the same flaw. */
  readonly key: string;
  readonly message: string;
  /** The rollout's line; for what a fork took over, in its parent's file. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** JSON pointer into the body of the request; left out where the flaw is in the file alone. */
  readonly path?: string;
  /** Bytes wasted or lost, as the message says. */
  readonly bytes?: number;
}
