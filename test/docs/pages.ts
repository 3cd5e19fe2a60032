// The pages of the documents, for their tests: their texts and tables.

import { readdirSync, readFileSync } from 'node:fs';

const repository = new URL('../../', import.meta.url);

/** Paths of all pages but those of the lint rules, which have tests of their own, and what a tool writes. */
export const pagePaths: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs/', repository))
    .filter((name) => name.endsWith('.md') && !name.endsWith('.api.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(path: string): string {
  return readFileSync(new URL(path, repository), 'utf8');
}

/** The rows of the first table below a heading, without its head; a cell is what stands between bars. */
export function readTable(path: string, heading: string): readonly (readonly string[])[] {
  const lines = readPage(path).split('\n');
  const start = lines.indexOf(heading);
  const first = lines.findIndex((line, index) => index > start && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  if (start < 0 || first < 0) throw new Error(`no table below ${heading} in ${path}`);
  return lines.slice(first + 2, end).map(cellsOf);
}

/** A bar behind a backslash belongs to its cell. */
function cellsOf(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}
