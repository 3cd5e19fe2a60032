/** The manual page, made from the tables of commands, flags and exit codes. */

import { type Command, commands } from './commands.js';
import { exitCodes } from './exit-codes.js';
import { type FlagName, toggleFlags, valueFlags } from './flags.js';
import { usage } from './help.js';

/** @returns promptmill(1) in the man macros of roff */
export function manPage(version: string): string {
  const names = [...new Set(commands.flatMap((command) => command.flags))].toSorted();
  const rows = [
    `.TH PROMPTMILL 1 "" "promptmill ${version}" "User Commands"`,
    '.SH NAME',
    text('promptmill - rebuilds the requests behind Codex rollouts, byte for byte'),
    '.SH SYNOPSIS',
    text('promptmill COMMAND [ARGUMENT…] [FLAG…]'),
    '.SH COMMANDS',
    ...commands.flatMap(commandRows),
    '.SH FLAGS',
    text('Each command says with --help which of these it takes.'),
    ...names.flatMap(flagRows),
    '.SH EXIT STATUS',
    ...Object.values(exitCodes).flatMap(({ code, meaning }) => [
      '.TP',
      `.B ${String(code)}`,
      text(meaning),
    ]),
    '.SH SEE ALSO',
    text('promptmill COMMAND --help'),
  ];
  return `${rows.join('\n')}\n`;
}

function commandRows(command: Command): string[] {
  return [
    `.SS ${text(command.name)}`,
    text(`${command.summary.slice(0, 1).toUpperCase()}${command.summary.slice(1)}.`),
    '.PP',
    text(usage(command)),
    ...command.examples.flatMap(({ says, line }) => [
      '.PP',
      text(`${says}:`),
      '.PP',
      '.nf',
      '.RS 4',
      text(line),
      '.RE',
      '.fi',
    ]),
  ];
}

function flagRows(name: FlagName): string[] {
  if (!isValueFlag(name)) return ['.TP', `.B ${text(`--${name}`)}`, text(toggleFlags[name].help)];
  const row = valueFlags[name];
  const fallback = 'fallback' in row ? ` (default: ${row.fallback})` : '';
  return ['.TP', `.BI ${text(`--${name}`)} " ${text(row.value)}"`, text(`${row.help}${fallback}`)];
}

function isValueFlag(name: FlagName): name is keyof typeof valueFlags {
  return name in valueFlags;
}

/** One line of text, with what roff would take for its own made plain. */
function text(plain: string): string {
  const escaped = plain
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('"', String.raw`\(dq`)
    .replaceAll(/[^ -~]/g, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return String.raw`\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped;
}
