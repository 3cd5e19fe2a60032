/** Every flag of the command line, once: how it is written, what it means, how its value is read. */

import { defaultMaxBytes, defaultRootMarkers } from '../contract/agents-md.js';
import type { ContextMode } from '../contract/context-request.js';
import {
  type ItemIdsMode,
  kernelChoices,
  type LoaderMode,
  type ProviderMode,
} from '../contract/options.js';
import { goalPrompts } from '../context/goal-steering.js';
import { explainFlags, explainToggles } from './explain-flags.js';
import { exportFlags, exportToggles } from './export-flags.js';
import { diffFlags } from './diff-flags.js';
import { type Flag, flag, list } from './flag-row.js';
import { lintFlags } from './lint-flags.js';
import {
  parseAt,
  parseChoice,
  parseCount,
  parseNameList,
  parseNames,
  parseRules,
  parseSection,
  parseSetting,
  parseText,
  parseWorkers,
} from './parse-values.js';
import { pipeFlags } from './pipe-flags.js';
import { policyFlags } from './policy-flags.js';

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
    value: 'NAME|DIR',
    help: 'the texts to use instead of the built-in ones: a captured pack by its name, or a folder',
    parse: parseText,
  }),
  codex: flag({
    value: 'F',
    help: 'an installed Codex: a path, or the name of a program',
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
  set: list({
    value: 'KEY=VALUE',
    help: 'a setting to differ, a key of config.toml or of the session; the value is TOML, or else a string',
    parse: parseSetting,
  }),
  config: flag({
    value: 'F',
    help: "settings to differ, from a file in the form of Codex's config.toml",
    parse: parseText,
  }),
  keep: list({
    value: 'SECTION',
    help: 'leave a section as it was recorded',
    parse: parseSection,
  }),
  drop: list({
    value: 'SECTION',
    help: 'leave a section out',
    parse: parseSection,
  }),
  'agents-md': flag({
    value: 'DIR|F',
    help: 'AGENTS.md documents as found from a folder, or one document',
    parse: parseText,
  }),
  goal: flag({
    value: 'TEXT|@F',
    help: 'the objective of the goal that steers the thread',
    parse: parseText,
  }),
  prompt: flag({
    value: 'TEXT|@F',
    help: 'a user prompt that follows the context, with --context resume or --new',
    parse: parseText,
  }),
  context: flag({
    value: 'recorded|rebase|resume',
    help: 'change only what is asked for, in its place; tell the whole context anew; or add what a resume would',
    fallback: 'recorded',
    parse: (text) => parseChoice<ContextMode>(['recorded', 'rebase', 'resume'], text),
  }),
  new: flag({
    value: 'F',
    help: 'a session spec (JSON) whose first request is rendered; no INPUT then',
    parse: parseText,
  }),
  ...policyFlags,
  ...explainFlags,
  ...pipeFlags,
  ...exportFlags,
  ...lintFlags,
  ...diffFlags,
  tokens: flag({
    value: 'exact|estimate',
    help: 'count tokens as o200k_base does, or by the rule of four bytes a token that Codex goes by',
    fallback: 'estimate',
    parse: (text) => parseChoice(['exact', 'estimate'] as const, text),
  }),
  trace: flag({
    value: 'DIR',
    help: 'a folder of recorded requests to compare with',
    parse: parseText,
  }),
  summary: flag({
    value: 'FILE|-',
    help: 'what the model wrote when it was asked to sum up, without the prefix',
    parse: parseText,
  }),
  items: flag({
    value: 'FILE|-',
    help: 'the items that the server returned: a JSON array, an answer with its output, or an item a line',
    parse: parseText,
  }),
  'context-items': flag({
    value: 'FILE',
    help: 'context that is told anew, in the same forms: it is put where it goes',
    parse: parseText,
  }),
  remote: flag({
    value: 'v1|v2',
    help: 'what the server returned: the whole new history (v1, older releases) or one sealed item',
    fallback: 'v2',
    parse: (text) => parseChoice(['v1', 'v2'] as const, text),
  }),
  objective: flag({
    value: 'TEXT|@FILE',
    help: "a goal's objective, as it was set",
    parse: (text) => text,
  }),
  kind: flag({
    value: 'continuation|budget-limit|objective-edited',
    help: 'when the model is told of the goal',
    fallback: 'continuation',
    parse: (text) => parseChoice(goalPrompts, text),
  }),
  'tokens-used': flag({
    value: 'N',
    help: 'tokens the goal has taken so far',
    fallback: '0',
    parse: parseCount,
  }),
  'token-budget': flag({
    value: 'N',
    help: 'tokens the goal may take',
    fallback: 'no bound',
    parse: parseCount,
  }),
  'time-used': flag({
    value: 'S',
    help: 'seconds the goal has taken so far',
    fallback: '0',
    parse: parseCount,
  }),
  kinds: flag({
    value: 'K,K',
    help: 'the kinds of context to take out, by name, or the groups history and all',
    fallback: 'every kind but base_instructions',
    parse: parseNames,
  }),
  'keep-kinds': flag({
    value: 'K,K',
    help: 'kinds that stay; history names those that tell what happened: hooks, skills, aborted turns, shell commands, agents',
    parse: parseNames,
  }),
  'codex-home': flag({
    value: 'DIR',
    help: 'the folder of the AGENTS.md that is the user’s own',
    fallback: '$CODEX_HOME, or ~/.codex',
    parse: parseText,
  }),
  'max-bytes': flag({
    value: 'N',
    help: 'bytes that the documents of a project have together, project_doc_max_bytes of config.toml',
    fallback: String(defaultMaxBytes),
    parse: parseCount,
  }),
  'fallback-names': flag({
    value: 'NAME,…',
    help: 'file names that stand in for AGENTS.md, project_doc_fallback_filenames of config.toml',
    fallback: 'none',
    parse: parseNameList,
  }),
  'root-markers': flag({
    value: 'NAME,…',
    help: 'what the root of a project holds, project_root_markers of config.toml; none with ""',
    fallback: defaultRootMarkers.join(','),
    parse: parseNameList,
  }),
} as const;

export const toggleFlags = {
  ...exportToggles,
  json: { help: 'print JSON instead of a table' },
  stat: { help: 'only a table of what differs' },
  quiet: { help: 'no progress and no summary' },
  force: { help: 'replace an earlier result' },
  untrusted: { help: 'the project is marked as untrusted' },
  'resolve-host-executables': { help: 'let rules about a program apply to paths of it' },
  ...explainToggles,
  help: { help: 'show this help' },
} as const satisfies Readonly<Record<string, Toggle>>;

export type ValueFlagName = keyof typeof valueFlags;
export type ToggleName = keyof typeof toggleFlags;
export type FlagName = ValueFlagName | ToggleName;

type ValueOf<Row extends Flag<unknown>> = Row extends { readonly isList: true }
  ? readonly ReturnType<Row['parse']>[]
  : ReturnType<Row['parse']>;

/** What was given on the command line, read. */
export type FlagValues = {
  readonly [Name in ValueFlagName]?: ValueOf<(typeof valueFlags)[Name]>;
} & { readonly [Name in ToggleName]?: true };
