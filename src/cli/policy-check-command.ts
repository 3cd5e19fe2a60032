/** `promptmill policy check`: holds a command against `.rules` files, and prints what `codex execpolicy check` prints. */

import { resolve } from 'node:path';
import { evaluateCommand } from '../policy/rules/evaluate-command.js';
import { readRules } from '../policy/rules/read-rules.js';
import { verdictJson } from '../policy/rules/verdict-json.js';
import { readRulesText } from '../sources/load-rules.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function policyCheckCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const files = flags['rules-file'] ?? [];
  const rules = readRules(files.map((path) => ({ path, text: readRulesText(path) })));
  const resolveProgram = (program: string): string => resolve(program);
  const isResolved = flags['resolve-host-executables'] === true;
  const verdict = evaluateCommand(rules, positionals, isResolved ? { resolveProgram } : {});
  process.stdout.write(`${JSON.stringify(verdictJson(verdict))}\n`);
  return exitCodes.ok.code;
}
