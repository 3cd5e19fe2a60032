/** What a lint came to, over all files. */

import type { LintedFile } from './lint-files.js';
import type { RuleId, Severity } from './rule-ids.js';

export class LintTotals {
  files = 0;
  filesWithFindings = 0;
  failures = 0;
  readonly bySeverity: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  readonly byRule = new Map<RuleId, number>();

  add(linted: LintedFile): void {
    this.files += 1;
    if (linted.kind === 'failed') {
      this.failures += 1;
      return;
    }
    if (linted.findings.length > 0) this.filesWithFindings += 1;
    for (const { rule, severity } of linted.findings) {
      this.bySeverity[severity] += 1;
      this.byRule.set(rule, (this.byRule.get(rule) ?? 0) + 1);
    }
  }
}
