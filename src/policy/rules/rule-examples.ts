/** Examples within rules: commands that a rule must match, or must not (spec 2 §5.2). */

import { absoluteProgram, evaluateCommand } from './evaluate-command.js';
import { RuleFault, type Span } from './rule-error.js';
import type { DeclaredRule } from './rule-functions.js';
import { splitWords } from './split-words.js';
import { StarList, typeName, type Value } from './values.js';

/** @throws RuleFault for what is no command */
export function readExamples(values: readonly Value[], span: Span): string[][] {
  return values.map((value) => {
    if (typeof value === 'string') return lineWords(value, span);
    if (!(value instanceof StarList)) {
      throw new RuleFault(`invalid example: ${typeName(value)}`, span);
    }
    if (value.items.length === 0) throw new RuleFault('invalid example: an empty list', span);
    return value.items.map((word) => {
      if (typeof word === 'string') return word;
      throw new RuleFault(`invalid example: ${typeName(word)} as a word`, span);
    });
  });
}

function lineWords(line: string, span: Span): string[] {
  const words = splitWords(line);
  if (words === undefined) throw new RuleFault('invalid example: a quote without its end', span);
  if (words.length === 0) throw new RuleFault('invalid example: an empty command', span);
  return words;
}

/**
 * Holds a call's examples against the rules it made itself, and against the programs known so far.
 * @throws RuleFault naming all examples that go the other way
 */
export function checkExamples(
  { rules, match, notMatch, span }: DeclaredRule,
  hostExecutables: ReadonlyMap<string, readonly string[]>,
): void {
  const own = { prefixRules: rules, networkRules: [], hostExecutables };
  const isMatched = (argv: readonly string[]): boolean =>
    evaluateCommand(own, argv, { resolveProgram: absoluteProgram }).matches.length > 0;
  const wrong = notMatch.find(isMatched);
  if (wrong !== undefined) {
    throw new RuleFault(`the rule matches what it says it does not: ${wrong.join(' ')}`, span);
  }
  const unmatched = match.filter((argv) => !isMatched(argv));
  if (unmatched.length > 0) {
    const shown = unmatched.map((argv) => JSON.stringify(argv.join(' '))).join(', ');
    throw new RuleFault(`the rule does not match what it says it does: ${shown}`, span);
  }
}
