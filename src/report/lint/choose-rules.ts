/** Which rules a lint goes by. */

import { type RuleId, type Severity, severities } from './rule-ids.js';
import type { LintRule } from './rule.js';
import { lintRules } from './rules.js';

export interface RuleChoice {
  /** Only these; left out: every rule. */
  readonly only?: readonly RuleId[] | undefined;
  readonly ignored?: readonly RuleId[] | undefined;
  /** The least severity that is looked for. */
  readonly least: Severity;
}

/** @returns rules in their order. A rule that is asked for by its id is held whatever its severity is. */
export function chooseRules({ only, ignored = [], least }: RuleChoice): readonly LintRule[] {
  return lintRules.filter(({ id, severity }) => {
    if (ignored.includes(id)) return false;
    return only === undefined ? isAtLeast(severity, least) : only.includes(id);
  });
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}
