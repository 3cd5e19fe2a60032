/** The completion script for fish. */

import { type CompletableCommand, type CompletableFlag, firstWords } from './completable.js';

export function fishScript(commands: readonly CompletableCommand[]): string {
  const rows = [
    '# promptmill completion for fish: promptmill completion fish | source',
    'complete -c promptmill -n __fish_use_subcommand -l help -d "show help"',
    ...firstWords(commands).map(
      ([word, summary]) =>
        `complete -c promptmill -n __fish_use_subcommand -f -a ${word} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(commandRows),
  ];
  return `${rows.join('\n')}\n`;
}

function commandRows({ words, summary, choices, flags }: CompletableCommand): string[] {
  const [first = '', second] = words;
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const rows = flags.map((flag) => flagRow(flag, seen));
  if (second === undefined) {
    const words = choices.map((word) => `complete -c promptmill -n ${quoted(seen)} -f -a ${word}`);
    return [...words, ...rows];
  }
  const isNext = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second}`;
  return [
    `complete -c promptmill -n ${quoted(isNext)} -f -a ${second} -d ${quoted(summary)}`,
    ...rows,
  ];
}

function flagRow({ word, help, takesValue, choices }: CompletableFlag, seen: string): string {
  const value = choices.length > 0 ? `-x -a ${quoted(choices.join(' '))}` : '-r';
  const row = `complete -c promptmill -n ${quoted(seen)} -l ${word.slice(2)} -d ${quoted(help)}`;
  return takesValue ? `${row} ${value}` : row;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
