/** The report of `promptmill policy explain` for people. */

import type { ApprovalPolicy, Reviewer } from '../policy/approvals.js';
import type { PolicyReport } from '../policy/explain-policy.js';

export interface ExplainedPolicy extends PolicyReport {
  readonly cwd: string;
  readonly workspaceRoots: readonly string[];
  readonly approval: ApprovalPolicy;
  readonly reviewer: Reviewer;
  readonly warnings: readonly string[];
  /** The sandbox mode that the model is told. */
  readonly toldAs: string;
  readonly told: {
    readonly permissions?: string;
    /** Why there is no message. */
    readonly missing?: string;
    readonly filesystem: string;
  };
}

export function policyText(report: ExplainedPolicy): string {
  return `${[
    ...headLines(report),
    '',
    'Paths',
    ...pathLines(report),
    ...section('Denied globs', report.deniedGlobs),
    ...section('Protected, whether there or not', protectedLines(report)),
    '',
    'Enforcement',
    ...enforcementLines(report),
    ...section('Warnings', report.warnings),
    '',
    'The model is told',
    ...(report.told.permissions ?? report.told.missing ?? '').split('\n').map(indented),
    indented(report.told.filesystem),
  ].join('\n')}\n`;
}

function headLines(report: ExplainedPolicy): string[] {
  const approval = typeof report.approval === 'string' ? report.approval : 'granular';
  return [
    `told as      ${report.toldAs}`,
    `profile      ${report.profile}`,
    `network      ${report.network}`,
    `approval     ${approval}, by ${report.reviewer}`,
    `read         ${report.readsAll ? 'everything' : 'only what is listed'}`,
    `written      ${report.writesAll ? 'everything' : 'only what is listed'}`,
  ];
}

function pathLines({ paths }: ExplainedPolicy): string[] {
  const width = Math.max(...paths.map(({ path }) => path.length));
  return paths.map(({ path, access, decidedBy }) =>
    indented(`${access.padEnd(5)}  ${path.padEnd(width)}  ${decidedBy}`),
  );
}

function protectedLines({ writableRoots }: ExplainedPolicy): string[] {
  return writableRoots
    .filter(({ protectedNames }) => protectedNames.length > 0)
    .map(({ path, protectedNames }) => `${path}: ${protectedNames.join(', ')}`);
}

function enforcementLines({ enforcement, platform, limits }: ExplainedPolicy): string[] {
  const kind =
    enforcement.kind === 'legacy'
      ? ['the older form says the same: whatever enforces it will do']
      : ['the profile itself must be enforced:', ...enforcement.reasons.map(indented)];
  const rows = limits.map(
    ({ says, sureness, failsClosed }) =>
      `${platform}${failsClosed ? ', fails closed' : ''} (${sureness}): ${says}`,
  );
  return [...kind, ...rows].map(indented);
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...rows.map(indented)];
}

function indented(text: string): string {
  return `  ${text}`;
}
