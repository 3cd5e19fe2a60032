/** Reads the command line: which command, with which arguments, or which help. */

import { parseArgs } from 'node:util';
import { PromptmillError } from '../contract/errors.js';
import { type Command, commands, type Invocation } from './commands.js';
import { type FlagName, toggleFlags, valueFlags } from './flags.js';
import { commandHelp, programHelp } from './help.js';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'version'; readonly form: 'plain' | 'json' }
  | { readonly kind: 'run'; readonly command: Command; readonly invocation: Invocation };

/** @throws PromptmillError `usage` */
export function parseCommandLine(argv: readonly string[]): Request {
  const [name] = argv;
  if (name === '--version') return versionRequest(argv.slice(1));
  if (name === '--help' || name === '-h') return { kind: 'print', text: programHelp() };
  const command = commandNamed(argv);
  if (command === undefined) throw unknownCommand(argv);
  const rest = argv.slice(wordsIn(command).length);
  // What stands behind `--` is somebody else's.
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (own.includes('--help') || own.includes('-h')) {
    return { kind: 'print', text: commandHelp(command) };
  }
  return { kind: 'run', command, invocation: parseInvocation(command, rest) };
}

/** The command whose name begins the line; of `goal` and `goal render` the longer one. */
export function commandNamed(argv: readonly string[]): Command | undefined {
  return commands
    .filter((command) => wordsIn(command).every((word, position) => argv[position] === word))
    .toSorted((one, other) => wordsIn(other).length - wordsIn(one).length)[0];
}

function wordsIn({ name }: Command): string[] {
  return name.split(' ');
}

function versionRequest(rest: readonly string[]): Request {
  return { kind: 'version', form: rest.includes('--json') ? 'json' : 'plain' };
}

function parseInvocation(command: Command, argv: readonly string[]): Invocation {
  const { values, positionals } = splitArguments(command, argv);
  const { insteadOfPositionals } = command;
  const isComplete = insteadOfPositionals !== undefined && insteadOfPositionals in values;
  if (command.positionals === '') refusePositionals(command, positionals);
  else if (positionals.length === 0 && !isComplete) throw missing(command, command.positionals);
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
  if (Array.isArray(value)) return value.map((text) => parseValue(name, String(text)));
  return typeof value === 'string' ? parseValue(name, value) : value;
}

function splitArguments(command: Command, argv: readonly string[]): SplitArguments {
  const options = Object.fromEntries(
    command.flags.map((name) => [name, { type: flagType(name), multiple: isList(name) }]),
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

function isList(name: FlagName): boolean {
  const row = Object.entries(valueFlags).find(([candidate]) => candidate === name)?.[1];
  return row !== undefined && 'isList' in row;
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
  // Where the first word begins some commands, the second one is what may be wrong.
  const group = commands.filter((command) => wordsIn(command)[0] === name);
  const found = [name, ...(group.length > 0 ? [second] : [])].filter((word) => word !== undefined);
  const message =
    name === undefined ? 'a command is missing' : `there is no command ${found.join(' ')}`;
  return new PromptmillError('usage', message, {
    found: name === undefined ? 'no command' : found.join(' '),
    expected: (group.length > 0 ? group : commands).map((command) => command.name).join(', '),
    remedy: 'promptmill --help',
  });
}

function refusePositionals(command: Command, positionals: readonly string[]): void {
  const [found] = positionals;
  if (found === undefined) return;
  throw new PromptmillError('usage', `${command.name} takes no ${found}`, {
    found,
    expected: 'only flags',
    remedy: helpRemedy(command),
  });
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
