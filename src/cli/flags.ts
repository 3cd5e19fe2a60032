/** Every flag of the command line, once: how it is written, what it means, how its value is read. */

import {
  type ItemIdsMode,
  kernelChoices,
  type LoaderMode,
  type ProviderMode,
} from '../contract/options.js';
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
  kernel: flag({
    value: 'auto|js|wasm|native',
    help: 'what does the byte work; a named one is never replaced by another (also: PROMPTMILL_KERNEL)',
    fallback: 'auto, the fastest that works here',
    parse: (text) => parseChoice(kernelChoices, text),
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
  help: { help: 'show this help' },
} as const satisfies Readonly<Record<string, Toggle>>;

export type ValueFlagName = keyof typeof valueFlags;
export type ToggleName = keyof typeof toggleFlags;
export type FlagName = ValueFlagName | ToggleName;

/** What was given on the command line, read. */
export type FlagValues = {
  readonly [Name in ValueFlagName]?: ReturnType<(typeof valueFlags)[Name]['parse']>;
} & { readonly [Name in ToggleName]?: true };

function flag<Value>(row: Flag<Value>): Flag<Value> {
  return row;
}
