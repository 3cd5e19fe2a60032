// Reads README.md and the cookbook for the tests: fenced blocks and tables.

import { readFileSync } from 'node:fs';

export const readme = textOf('README.md');

/** Documents whose commands are run, by their path in the repository. */
export const documents = ['README.md', 'docs/cookbook.md'] as const;

type DocumentPath = (typeof documents)[number];

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

export interface Block {
  /** What stands behind the opening fence. */
  readonly language: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  readonly rows: readonly string[];
}

/** A command of a `console` block and what is printed for it. */
export interface Command {
  readonly line: string;
  readonly output: string;
}

export function readBlocks(language: string, path: DocumentPath = 'README.md'): readonly Block[] {
  const lines = textOf(path).split('\n');
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []));
  return fences
    .flatMap((open, position) => {
      const close = fences[position + 1];
      if (position % 2 === 1 || close === undefined) return [];
      const info = lines[open]?.slice(3) ?? '';
      return [{ language: info, line: open + 1, rows: lines.slice(open + 1, close) }];
    })
    .filter((block) => block.language === language);
}

/** Lines that begin with `$ ` are typed, the others are printed. */
export function readCommands({ rows }: Block): readonly Command[] {
  const starts = rows.flatMap((row, index) => (row.startsWith('$ ') ? [index] : []));
  return starts.map((start, position) => {
    const output = rows.slice(start + 1, starts[position + 1]);
    return { line: rows[start]?.slice(2) ?? '', output: output.join('\n') };
  });
}

/** The rows of the first table below a heading, without its head; a cell is what stands between bars. */
export function readTable(heading: string): readonly (readonly string[])[] {
  const lines = readme.split('\n');
  const start = lines.indexOf(heading);
  const first = lines.findIndex((line, index) => index > start && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  if (start < 0 || first < 0) throw new Error(`no table below ${heading}`);
  return lines.slice(first + 2, end).map(cellsOf);
}

/** A bar behind a backslash belongs to its cell. */
function cellsOf(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}
