/** Reads the command line: which command, with which arguments, or which help. */

import { parseArgs } from 'node:util';
import { PromptmillError } from '../contract/errors.js';
import { type Command, commands, type Invocation } from './commands.js';
import { type FlagName, toggleFlags, valueFlags } from './flags.js';
import { commandHelp, programHelp } from './help.js';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly invocation: Invocation };

/** @throws PromptmillError `usage` */
export function parseCommandLine(argv: readonly string[]): Request {
  const [name] = argv;
  if (name === '--version') return { kind: 'version' };
  if (name === '--help' || name === '-h') return { kind: 'print', text: programHelp() };
  const command = commands.find((candidate) => isCalled(candidate, argv));
  if (command === undefined) throw unknownCommand(argv);
  const rest = argv.slice(wordsOf(command).length);
  const ownRest = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (ownRest.includes('--help') || ownRest.includes('-h')) {
    return { kind: 'print', text: commandHelp(command) };
  }
  return { kind: 'run', command, invocation: parseInvocation(command, rest) };
}

/** Names of some commands are two words. */
function isCalled(command: Command, argv: readonly string[]): boolean {
  return wordsOf(command).every((word, index) => argv[index] === word);
}

function wordsOf({ name }: Command): string[] {
  return name.split(' ');
}

function parseInvocation(command: Command, argv: readonly string[]): Invocation {
  const { values, positionals } = splitArguments(command, argv);
  if (positionals.length === 0 && command.positionals !== '') {
    throw missing(command, command.positionals);
  }
  const flags: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    flags[name] = readValue(name, value);
  }
  for (const name of command.requiredFlags ?? []) {
    if (!(name in flags)) throw missing(command, `--${name}`);
  }
  // Each value was read by the row of its own name.
  return { positionals, flags };
}

function readValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => parseValue(name, String(item)));
  return typeof value === 'string' ? parseValue(name, value) : value;
}

function splitArguments(command: Command, argv: readonly string[]): SplitArguments {
  const options = Object.fromEntries(
    command.flags.map((name) => [name, { type: flagType(name), multiple: isListFlag(name) }]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const found = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    const expected = command.flags.map((name) => `--${name}`).join(', ');
    throw new PromptmillError('usage', found, { expected, remedy: helpRemedy(command), cause });
  }
}

interface SplitArguments {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function flagType(name: FlagName): 'boolean' | 'string' {
  return name in toggleFlags ? 'boolean' : 'string';
}

function isListFlag(name: FlagName): boolean {
  return Object.entries(valueFlags).some(
    ([candidate, row]) => candidate === name && 'isList' in row,
  );
}

function parseValue(name: string, text: string): unknown {
  const row = Object.entries(valueFlags).find(([candidate]) => candidate === name)?.[1];
  try {
    return row?.parse(text);
  } catch (error) {
    if (!(error instanceof PromptmillError)) throw error;
    throw new PromptmillError(error.code, `--${name}: ${error.message}`, {
      ...error.details,
      cause: error,
    });
  }
}

function unknownCommand([name, second]: readonly string[]): PromptmillError {
  const ofGroup = commands.filter((command) => wordsOf(command)[0] === name);
  const found = [name ?? 'no command', ...(ofGroup.length > 0 ? [second ?? ''] : [])]
    .join(' ')
    .trim();
  const expected = (ofGroup.length > 0 ? ofGroup : commands)
    .map((command) => command.name)
    .join(', ');
  const message = name === undefined ? 'a command is missing' : `there is no command ${found}`;
  return new PromptmillError('usage', message, { found, expected, remedy: 'promptmill --help' });
}

function missing(command: Command, what: string): PromptmillError {
  return new PromptmillError('usage', `${command.name}: ${what} is missing`, {
    expected: `promptmill ${command.name} ${command.positionals} …`,
    remedy: helpRemedy(command),
  });
}

function helpRemedy(command: Command): string {
  return `promptmill ${command.name} --help`;
}
