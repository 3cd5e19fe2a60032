/** Sources of bytes as they are shown: a sign that can be told apart without colour, a word, and what it means. */

import type { Part } from './model.js';

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

/** `line 12` of the session's own file, `parent.jsonl:12` of another, or the name of what it comes from. */
export function placeOf({ source, line }: Pick<Part, 'source' | 'line'>, file: string): string {
  if (line <= 0) return source.detail;
  return source.detail === file ? `line ${line}` : `${fileName(source.detail)}:${line}`;
}

export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
