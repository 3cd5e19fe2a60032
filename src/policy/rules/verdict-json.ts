/** A verdict as `codex execpolicy check` prints it (spec 2 §5.3). */

import type { CommandVerdict } from './evaluate-command.js';

export function verdictJson({ matches, decision }: CommandVerdict): unknown {
  return {
    matchedRules: matches.map((match) => ({
      prefixRuleMatch: {
        matchedPrefix: match.matchedPrefix,
        decision: match.decision,
        ...(match.resolvedProgram === undefined ? {} : { resolvedProgram: match.resolvedProgram }),
        ...(match.justification === undefined ? {} : { justification: match.justification }),
      },
    })),
    ...(decision === undefined ? {} : { decision }),
  };
}
