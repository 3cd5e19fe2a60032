/** `promptmill lint`: holds rules against rollouts and their requests, and tells what they find. */

import { toolVersion } from '../batch/tool-version.js';
import { chooseRules, isAtLeast } from '../report/lint/choose-rules.js';
import { type LintedFile, lintFiles } from '../report/lint/lint-files.js';
import { fileText, totalsText } from '../report/lint/lint-text.js';
import { LintTotals } from '../report/lint/lint-totals.js';
import { severities } from '../report/lint/rule-ids.js';
import { sarifText } from '../report/lint/sarif.js';
import { findInputs } from '../sources/find-inputs.js';
import { readRulePage } from '../sources/read-rule-page.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { errorText } from './print-error.js';
import { toInputSpec } from './input-spec.js';
import { writeTextFile } from './write-text-file.js';

export async function lintCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  if (flags.explain !== undefined) {
    process.stdout.write(readRulePage(flags.explain));
    return exitCodes.ok.code;
  }
  const { 'fail-on': failOn = 'error', sarif } = flags;
  // What the exit code goes by has to be looked for.
  const least = flags.severity ?? (failOn === 'note' ? 'note' : 'warning');
  const rules = chooseRules({ only: flags.rule, ignored: flags.ignore, least });
  const totals = new LintTotals();
  const print = printerOf(flags);
  const kept: LintedFile[] = [];
  for await (const linted of lintInputs(positionals, { context: contextOptions(flags), rules })) {
    totals.add(linted);
    if (linted.kind === 'failed') process.stderr.write(errorText(linted.error));
    else process.stdout.write(print(linted));
    // What is printed as it comes need not be held.
    if (sarif !== undefined) kept.push(linted);
  }
  if (flags.json !== true && sarif !== '-') process.stdout.write(totalsText(totals));
  if (sarif !== undefined) {
    const log = { files: kept, rules, toolVersion: toolVersion(), pageOf: readRulePage };
    // A log of an earlier lint is replaced.
    if (sarif === '-') process.stdout.write(sarifText(log));
    else writeTextFile(sarif, sarifText(log));
  }
  return exitCodeOf(totals, failOn);
}

type Print = (linted: Extract<LintedFile, { kind: 'linted' }>) => string;

function printerOf({ json, sarif }: Invocation['flags']): Print {
  if (sarif === '-') return () => '';
  if (json !== true) return ({ file, findings }) => fileText(file, findings);
  return ({ findings }) => findings.map((finding) => `${JSON.stringify(finding)}\n`).join('');
}

/** What can't be found is a file that failed. */
async function* lintInputs(
  positionals: readonly string[],
  options: Parameters<typeof lintFiles>[1],
): AsyncGenerator<LintedFile> {
  const specs = positionals.map(toInputSpec);
  const { inputs } = await findInputs(specs);
  for (const input of inputs) {
    if (input.kind === 'error') {
      yield { kind: 'failed', file: input.error.file ?? '', error: input.error };
    }
  }
  const files = inputs.flatMap((input) => (input.kind === 'file' ? [input.file.path] : []));
  yield* lintFiles(files, options);
}

type FailOn = NonNullable<Invocation['flags']['fail-on']>;

function exitCodeOf({ files, failures, bySeverity }: LintTotals, failOn: FailOn): ExitCode {
  if (files === failures) return exitCodes.nothingRendered.code;
  const isBad =
    failOn !== 'never' &&
    severities.some((severity) => isAtLeast(severity, failOn) && bySeverity[severity] > 0);
  if (isBad) return exitCodes.differences.code;
  return failures > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}
