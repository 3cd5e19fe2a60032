// Lints made-up rollouts with the real pipeline.

import { aloneInMemory } from '../../src/assemble/alone-in-memory.js';
import { prepareContext } from '../../src/assemble/prepare-context.js';
import { type ContextOptions, readContext } from '../../src/read-context.js';
import { type Finding, lintSession } from '../../src/report/lint/lint-session.js';
import { readRecorded } from '../../src/report/lint/read-recorded.js';
import type { RecordedSession } from '../../src/report/lint/recorded-session.js';
import type { LintRule } from '../../src/report/lint/rule.js';
import { lintRules } from '../../src/report/lint/rules.js';
import { openTrace } from './open-trace.js';
import { type Line, rolloutOf } from './rollout-lines.js';

export interface LintSetUp extends ContextOptions {
  readonly lintRules?: readonly LintRule[];
}

/** What the rules find in lines; every rule unless some are named. */
export function lintLines(lines: readonly Line[], setUp: LintSetUp = {}): readonly Finding[] {
  const { lintRules: rules = lintRules, ...options } = setUp;
  return lintSession(openTrace(lines, options), recordedOf(lines), rules);
}

/** What lines record beside their requests. */
export function recordedOf(lines: readonly Line[]): RecordedSession {
  const context = prepareContext(readContext({}));
  return readRecorded(aloneInMemory('rollout.jsonl', rolloutOf(lines), context), context);
}
