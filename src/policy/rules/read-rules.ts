/** Reads `.rules` files: parses and evaluates each, checks its examples, and puts their rules together (spec 2 §5). */

import { builtInFunctions } from './built-in-functions.js';
import { evaluate } from './evaluate-expression.js';
import { runBody, runProgram } from './evaluate-statement.js';
import { badRules, RuleFault, type RulesFile } from './rule-error.js';
import { checkExamples } from './rule-examples.js';
import { type DeclaredRule, ruleFunctions } from './rule-functions.js';
import type { NetworkRule, RuleSet } from './rule-set.js';
import { Budget, Scope } from './scope.js';
import { parseProgram } from './syntax.js';

/**
 * @param files in the order in which they are loaded
 * @throws PromptmillError `bad_rules` for the first fault, with file and range; Codex then drops all custom rules
 */
export function readRules(files: readonly RulesFile[]): RuleSet {
  const declared: DeclaredRule[] = [];
  const networkRules: NetworkRule[] = [];
  const hostExecutables = new Map<string, readonly string[]>();
  for (const file of files) {
    const own: DeclaredRule[] = [];
    try {
      runFile(file, { declared: own, networkRules, hostExecutables });
      for (const rule of own) checkExamples(rule, hostExecutables);
    } catch (error) {
      throw error instanceof RuleFault ? badRules(error, file) : error;
    }
    declared.push(...own);
  }
  return { prefixRules: declared.flatMap(({ rules }) => rules), networkRules, hostExecutables };
}

function runFile({ text }: RulesFile, sink: Parameters<typeof ruleFunctions>[0]): void {
  const program = parseProgram(text);
  const builtIns = new Scope({ source: text, engine: { evaluate, runBody }, budget: new Budget() });
  for (const [name, value] of [...builtInFunctions(), ...ruleFunctions(sink)]) {
    builtIns.set(name, value);
  }
  runProgram(program, builtIns.inner());
}
