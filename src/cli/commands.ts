/** Every command, once: its place on the command line, its flags, its help, and where its work is done. */

import type { ExitCode } from './exit-codes.js';
import type { FlagName, FlagValues } from './flags.js';

/** What a command is called with. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
}

export interface Command {
  readonly name: string;
  /** The positional arguments, as help shows them. */
  readonly positionals: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** Flags it does not work without. */
  readonly requiredFlags?: readonly FlagName[];
  readonly examples: readonly Example[];
  /** Loads the work only when it is wanted, so that help comes at once. */
  readonly load: () => Promise<(invocation: Invocation) => Promise<ExitCode>>;
}

/** A line to type and what it is good for. */
export interface Example {
  readonly says: string;
  readonly line: string;
}

const render: Command = {
  name: 'render',
  positionals: 'INPUT…',
  summary: 'print the requests the model was sent, one JSON line each',
  flags: [
    'at',
    'out',
    'workers',
    'loader',
    'provider',
    'item-ids',
    'rules',
    'kernel',
    'pack',
    'catalog',
    'tools',
    'quiet',
    'force',
  ],
  examples: [
    {
      says: 'look at the last request of a session',
      line: 'promptmill render rollout.jsonl --at last | jq .request.input',
    },
    {
      says: 'render everything below a folder into one file; failures go to requests.failures.jsonl',
      line: 'promptmill render ~/.codex/sessions --out requests.jsonl',
    },
    {
      says: 'a large corpus into part files with a manifest, on four threads',
      line: 'promptmill render sessions/ --out requests/ --workers 4',
    },
    {
      says: 'only what another program picks, one path a line',
      line: "find sessions -name '*.jsonl.zst' -mtime -7 | promptmill render - --out week.jsonl",
    },
    {
      says: 'with the tools that were offered and the models that were known',
      line: 'promptmill render rollout.jsonl --tools tools.json --catalog models.json',
    },
  ],
  load: async () => (await import('./render-command.js')).renderCommand,
};

const inspect: Command = {
  name: 'inspect',
  positionals: 'FILE',
  summary: 'tell what a rollout holds: its lines, requests, compactions and damage',
  flags: ['json'],
  examples: [
    { says: 'a table to read', line: 'promptmill inspect rollout.jsonl' },
    {
      says: 'the same for a program',
      line: 'promptmill inspect rollout.jsonl --json | jq .requests',
    },
  ],
  load: async () => (await import('./inspect-command.js')).inspectCommand,
};

const verify: Command = {
  name: 'verify',
  positionals: 'INPUT…',
  summary: 'compare what is rendered with the requests that Codex recorded as a trace',
  flags: [
    'trace',
    'catalog',
    'tools',
    'loader',
    'provider',
    'item-ids',
    'rules',
    'kernel',
    'pack',
    'json',
  ],
  requiredFlags: ['trace'],
  examples: [
    {
      says: 'a session that ran with CODEX_ROLLOUT_TRACE_ROOT=trace',
      line: 'promptmill verify rollout.jsonl --trace trace --catalog models.json',
    },
    {
      says: 'where the first request differs, for a program',
      line: "promptmill verify sessions/ --trace traces/ --json | jq '.misses[0].difference'",
    },
  ],
  load: async () => (await import('./verify-command.js')).verifyCommand,
};

export const commands: readonly Command[] = [render, inspect, verify];
