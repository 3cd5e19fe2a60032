/** Rules about commands, hosts and programs, as `.rules` files make them (spec 2 §5). */

export type Decision = 'allow' | 'prompt' | 'forbidden';

/** A rule about commands that begin with certain words. */
export interface PrefixRule {
  /** The first word; alternatives for it are rules of their own. */
  readonly first: string;
  /** Each later word, with its alternatives. */
  readonly rest: readonly (readonly string[])[];
  readonly decision: Decision;
  readonly justification?: string;
}

export interface NetworkRule {
  readonly host: string;
  readonly protocol: 'http' | 'https' | 'socks5_tcp' | 'socks5_udp';
  readonly decision: Decision;
  readonly justification?: string;
}

export interface RuleSet {
  /** In the order of files and of declarations. */
  readonly prefixRules: readonly PrefixRule[];
  readonly networkRules: readonly NetworkRule[];
  /** By a program's bare name, the paths at which it counts as that program. */
  readonly hostExecutables: ReadonlyMap<string, readonly string[]>;
}

/** The prefixes that are allowed, as the model is told of them: alternatives of a later word are written `[a|b]`. */
export function allowedPrefixes(rules: RuleSet): string[][] {
  const rows = rules.prefixRules
    .filter(({ decision }) => decision === 'allow')
    .map(({ first, rest }) => [[first], ...rest].map(shownWord));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function shownWord(alternatives: readonly string[]): string {
  const [only = ''] = alternatives;
  return alternatives.length === 1 ? only : `[${alternatives.join('|')}]`;
}
