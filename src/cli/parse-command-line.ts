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
  const [name, ...rest] = argv;
  if (name === '--version') return versionRequest(rest);
  if (name === '--help' || name === '-h') return { kind: 'print', text: programHelp() };
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw unknownCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) {
    return { kind: 'print', text: commandHelp(command) };
  }
  return { kind: 'run', command, invocation: parseInvocation(command, rest) };
}

function versionRequest(rest: readonly string[]): Request {
  return { kind: 'version', form: rest.includes('--json') ? 'json' : 'plain' };
}

function parseInvocation(command: Command, argv: readonly string[]): Invocation {
  const { values, positionals } = splitArguments(command, argv);
  if (positionals.length === 0) throw missing(command, command.positionals);
  const flags: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    flags[name] = typeof value === 'string' ? parseValue(name, value) : value;
  }
  for (const name of command.requiredFlags ?? []) {
    if (!(name in flags)) throw missing(command, `--${name}`);
  }
  // Each value was read by the row of its own name.
  return { positionals, flags };
}

function splitArguments(command: Command, argv: readonly string[]): SplitArguments {
  const options = Object.fromEntries(command.flags.map((name) => [name, { type: flagType(name) }]));
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

function unknownCommand(name: string | undefined): PromptmillError {
  const found = name ?? 'no command';
  const expected = commands.map((command) => command.name).join(', ');
  const message = name === undefined ? 'a command is missing' : `there is no command ${name}`;
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
