/** Help texts, made from the tables of commands, flags and exit codes. */

import { type Command, commands } from './commands.js';
import { exitCodes } from './exit-codes.js';
import { type FlagName, toggleFlags, valueFlags } from './flags.js';

const lineWidth = 100;

/** `promptmill --help` */
export function programHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return lines([
    'promptmill rebuilds the requests behind Codex rollouts, byte for byte.',
    '',
    'Commands',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Start here',
    ...examples(commands.flatMap((command) => command.examples.slice(0, 1))),
    '',
    'promptmill COMMAND --help tells more. promptmill --version [--json] prints the version.',
    '',
    ...exitCodeLines(),
  ]);
}

/** `promptmill COMMAND --help` */
export function commandHelp(command: Command): string {
  return lines([
    `promptmill ${command.name}: ${command.summary}`,
    '',
    'Usage',
    ...wrapped(usage(command), { first: '  ', other: '      ' }),
    '',
    'Examples',
    ...examples(command.examples),
    '',
    'Flags',
    ...command.flags.flatMap((name) => flagLines(name, command)),
    '',
    ...exitCodeLines(),
  ]);
}

/** `promptmill inspect FILE [--json]` */
export function usage(command: Command): string {
  const flags = command.flags.map((name) => {
    const isRequired = command.requiredFlags?.includes(name) === true;
    return isRequired ? writtenFlag(name) : `[${writtenFlag(name)}]`;
  });
  const words = ['promptmill', command.name, command.positionals, ...flags];
  return words.filter((word) => word !== '').join(' ');
}

function writtenFlag(name: FlagName): string {
  return name in toggleFlags ? `--${name}` : `--${name} ${valueOf(name)}`;
}

function valueOf(name: FlagName): string {
  return isValueFlag(name) ? valueFlags[name].value : '';
}

function isValueFlag(name: FlagName): name is keyof typeof valueFlags {
  return name in valueFlags;
}

function flagLines(name: FlagName, { fallbacks }: Command): string[] {
  const row = isValueFlag(name) ? valueFlags[name] : toggleFlags[name];
  const usual = 'fallback' in row ? row.fallback : undefined;
  const chosen = fallbacks?.[name] ?? usual;
  const fallback = chosen === undefined ? '' : ` (default: ${chosen})`;
  return [
    `  ${writtenFlag(name)}`,
    ...wrapped(`${row.help}${fallback}`, { first: '      ', other: '      ' }),
  ];
}

function examples(rows: Command['examples']): string[] {
  return rows.flatMap(({ says, line }) => [`  # ${says}`, `  ${line}`]);
}

function exitCodeLines(): string[] {
  return [
    'Exit codes',
    ...Object.values(exitCodes).map(
      ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
    ),
  ];
}

function wrapped(
  text: string,
  indent: { readonly first: string; readonly other: string },
): string[] {
  const rows: string[] = [];
  let row = indent.first;
  // A flag and its value stay together.
  for (const word of text.split(/ (?![^[]*\])/)) {
    const isFirst = row === indent.first || row === indent.other;
    if (!isFirst && row.length + 1 + word.length > lineWidth) {
      rows.push(row);
      row = `${indent.other}${word}`;
    } else {
      row += isFirst ? word : ` ${word}`;
    }
  }
  return [...rows, row];
}

function lines(rows: readonly string[]): string {
  return `${rows.join('\n')}\n`;
}
