/** Sources of bytes as they are shown: a sign that can be told apart without colour, a word, and what it means. */

import type { PageSource } from '../page-data.js';

export interface SourceWords {
  readonly sign: string;
  readonly name: string;
  readonly meaning: string;
}

const words: Readonly<Record<string, SourceWords>> = {
  recorded: { sign: '●', name: 'recorded', meaning: 'copied from the rollout' },
  derived: { sign: '◐', name: 'derived', meaning: 'printed anew from what a line records' },
  pack: { sign: '■', name: 'pack', meaning: 'a text of the prompt pack' },
  catalog: { sign: '▲', name: 'catalog', meaning: 'from the model catalog' },
  given: { sign: '◆', name: 'given', meaning: 'a setting of this run' },
  protocol: { sign: '○', name: 'protocol', meaning: 'keys and punctuation' },
  assumed: { sign: '△', name: 'assumed', meaning: 'a default: nothing tells it' },
};

/** In the order in which a legend lists them. */
export const sourceKinds: readonly string[] = Object.keys(words);

export function sourceWords(kind: string): SourceWords {
  return words[kind] ?? { sign: '○', name: kind, meaning: kind };
}

/** `rollout.jsonl:12`, or the name of what it comes from. */
export function placeOf({ kind, detail }: PageSource, line: number): string {
  if (kind !== 'recorded' && kind !== 'derived') return detail;
  const name = detail.split(/[\\/]/).at(-1) ?? detail;
  return line > 0 ? `${name}:${line}` : name;
}
