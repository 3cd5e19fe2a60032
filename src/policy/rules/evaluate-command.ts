/** What rules say about a command (spec 2 §5.3). */

import { isAbsolutePath, pathComponents } from '../lexical-path.js';
import type { Decision, PrefixRule, RuleSet } from './rule-set.js';

/** A rule that matched. */
export interface RuleMatch {
  readonly matchedPrefix: readonly string[];
  readonly decision: Decision;
  /** The path that stood for a program's bare name. */
  readonly resolvedProgram?: string;
  readonly justification?: string;
}

export interface CommandVerdict {
  readonly matches: readonly RuleMatch[];
  /** The strictest of all; undefined where no rule matched. */
  readonly decision?: Decision;
}

export interface CommandOptions {
  /** Turns the first word into an absolute path; absent: programs are not looked at. */
  readonly resolveProgram?: (program: string) => string | undefined;
}

const strictness = { allow: 0, prompt: 1, forbidden: 2 } as const;

export function evaluateCommand(
  rules: RuleSet,
  argv: readonly string[],
  { resolveProgram }: CommandOptions = {},
): CommandVerdict {
  const exact = matching(rules.prefixRules, argv);
  const matches = exact.length > 0 ? exact : matchingProgram(rules, argv, resolveProgram);
  const [strictest] = matches
    .map(({ decision }) => decision)
    .toSorted((left, right) => strictness[right] - strictness[left]);
  return { matches, ...(strictest === undefined ? {} : { decision: strictest }) };
}

/** An absolute path stands for itself. */
export function absoluteProgram(program: string): string | undefined {
  return isAbsolutePath(program) ? program : undefined;
}

function matching(rules: readonly PrefixRule[], argv: readonly string[]): RuleMatch[] {
  return rules.flatMap((rule) => {
    const { first, rest, decision, justification } = rule;
    const length = rest.length + 1;
    const isMatch =
      argv[0] === first &&
      argv.length >= length &&
      rest.every((words, index) => words.includes(argv[index + 1] ?? ''));
    if (!isMatch) return [];
    const because = justification === undefined ? {} : { justification };
    return [{ matchedPrefix: argv.slice(0, length), decision, ...because }];
  });
}

/** Rules about a program's bare name, where the command gives it by a path that counts. */
function matchingProgram(
  rules: RuleSet,
  [program, ...rest]: readonly string[],
  resolveProgram: CommandOptions['resolveProgram'],
): RuleMatch[] {
  const path = program === undefined ? undefined : resolveProgram?.(program);
  const name = path === undefined ? undefined : pathComponents(path).at(-1);
  if (path === undefined || name === undefined) return [];
  const known = rules.hostExecutables.get(name);
  if (known !== undefined && !known.includes(path)) return [];
  return matching(rules.prefixRules, [name, ...rest]).map(
    ({ matchedPrefix, decision, ...others }) =>
      Object.assign({ matchedPrefix, decision, resolvedProgram: path }, others),
  );
}
