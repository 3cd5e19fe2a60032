/** Every flag of the command line, once: how it is written, what it means, how its value is read. */

import type { ItemIdsMode, LoaderMode, ProviderMode } from '../contract/options.js';
import {
  type Bubblewrap,
  bubblewraps,
  type Platform,
  platforms,
} from '../policy/platform-limits.js';
import type { SandboxMode } from '../policy/sandbox-policy.js';
import { parseAt, parseChoice, parseRules, parseText, parseWorkers } from './parse-values.js';

interface Flag<Value> {
  /** How help shows the value. */
  readonly value: string;
  readonly help: string;
  /** What holds when it is left out, for help. */
  readonly fallback?: string;
  readonly parse: (text: string) => Value;
}

interface Toggle {
  readonly help: string;
}

export const valueFlags = {
  at: flag({
    value: 'all|last|next|N|A..B',
    help: 'which requests of a session: every recorded one, the last one, what a resume would send now, or by number from 0',
    fallback: 'all',
    parse: parseAt,
  }),
  out: flag({
    value: 'PATH|DIR|-',
    help: 'a file, a folder (ends in / or is one), or - for standard output',
    fallback: '-',
    parse: parseText,
  }),
  workers: flag({
    value: 'N',
    help: 'threads that render',
    fallback: 'one for each 64 MiB of input, at most one a processor and at most 8',
    parse: parseWorkers,
  }),
  loader: flag({
    value: 'lenient|codex',
    help: 'read on past damage and report it, or refuse what Codex refuses',
    fallback: 'lenient',
    parse: (text) => parseChoice<LoaderMode>(['lenient', 'codex'], text),
  }),
  provider: flag({
    value: 'auto|openai|other',
    help: 'the provider the session talked to',
    fallback: 'auto, from the file',
    parse: (text) => parseChoice<ProviderMode>(['auto', 'openai', 'other'], text),
  }),
  'item-ids': flag({
    value: 'auto|on|off',
    help: 'whether item ids were sent',
    fallback: 'auto, from the file',
    parse: (text) => parseChoice<ItemIdsMode>(['auto', 'on', 'off'], text),
  }),
  rules: flag({
    value: 'auto|0.145|0.150|0.155|0.159|0.163|0.171',
    help: 'the Codex release whose behaviour is followed',
    fallback: 'auto, from the file',
    parse: parseRules,
  }),
  pack: flag({
    value: 'DIR',
    help: 'a folder of texts to use instead of the built-in ones',
    parse: parseText,
  }),
  catalog: flag({
    value: 'F',
    help: 'a model catalog (JSON), for base instructions and model abilities',
    parse: parseText,
  }),
  tools: flag({
    value: 'F',
    help: 'the tools that were offered, a JSON array: rollouts do not hold them',
    parse: parseText,
  }),
  'rules-file': listFlag({
    value: 'F',
    help: 'a .rules file; may be given several times, lowest first',
    parse: parseText,
  }),
  config: flag({
    value: 'F',
    help: 'a config.toml to take the settings from',
    parse: parseText,
  }),
  profile: flag({
    value: 'F|NAME',
    help: 'a permission profile: a JSON file as rollouts hold it, the name of one in the settings, or a built-in one',
    parse: parseText,
  }),
  sandbox: flag({
    value: 'read-only|workspace-write|danger-full-access',
    help: 'a sandbox mode',
    parse: (text) =>
      parseChoice<SandboxMode>(['read-only', 'workspace-write', 'danger-full-access'], text),
  }),
  cwd: flag({
    value: 'DIR',
    help: 'the working directory of the session',
    fallback: 'the one you are in',
    parse: parseText,
  }),
  platform: flag({
    value: platforms.join('|'),
    help: 'where the sandbox would run',
    fallback: 'linux',
    parse: (text) => parseChoice<Platform>(platforms, text),
  }),
  bubblewrap: flag({
    value: bubblewraps.join('|'),
    help: 'what there is of bubblewrap on Linux',
    fallback: 'present',
    parse: (text) => parseChoice<Bubblewrap>(bubblewraps, text),
  }),
  approval: flag({
    value: 'untrusted|on-request|never',
    help: 'when commands are put before someone for approval',
    fallback: 'from the settings, or on-request',
    parse: (text) => parseChoice(['untrusted', 'on-request', 'on-failure', 'never'], text),
  }),
  reviewer: flag({
    value: 'user|auto_review',
    help: 'who approves',
    fallback: 'from the settings, or user',
    parse: (text) => parseChoice(['user', 'auto_review', 'guardian_subagent'], text),
  }),
  trace: flag({
    value: 'DIR',
    help: 'a folder of recorded requests to compare with',
    parse: parseText,
  }),
} as const;

export const toggleFlags = {
  json: { help: 'print JSON instead of a table' },
  quiet: { help: 'no progress and no summary' },
  force: { help: 'replace an earlier result' },
  'resolve-host-executables': { help: 'let rules about a program apply to paths of it' },
  help: { help: 'show this help' },
} as const satisfies Readonly<Record<string, Toggle>>;

export type ValueFlagName = keyof typeof valueFlags;
export type ToggleName = keyof typeof toggleFlags;
export type FlagName = ValueFlagName | ToggleName;

/** What was given on the command line, read. */
export type FlagValues = {
  readonly [Name in ValueFlagName]?: FlagValue<(typeof valueFlags)[Name]>;
} & { readonly [Name in ToggleName]?: true };

/** One value, or all that were given where a flag may be repeated. */
type FlagValue<Row extends Flag<unknown>> = Row extends { readonly isList: true }
  ? readonly ReturnType<Row['parse']>[]
  : ReturnType<Row['parse']>;

function flag<Value>(row: Flag<Value>): Flag<Value> {
  return row;
}

function listFlag<Value>(row: Flag<Value>): Flag<Value> & { readonly isList: true } {
  return { ...row, isList: true };
}
