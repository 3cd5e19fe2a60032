/** Every command, once: its place on the command line, its flags, its help, and where its work is done. */

import { diffCommands } from './diff-commands.js';
import { contextFlags } from './context-flags.js';
import type { ExitCode } from './exit-codes.js';
import { explainCommands } from './explain-commands.js';
import { exportCommands } from './export-commands.js';
import type { FlagName, FlagValues } from './flags.js';
import { lintCommands } from './lint-commands.js';
import { packCommands } from './pack-commands.js';
import { pipeCommands } from './pipe-commands.js';
import { policyCommands } from './policy-commands.js';

/** What a command is called with. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
}

export interface Command {
  /** One word, or two for what belongs together. */
  readonly name: string;
  /** The positional arguments, as help shows them; empty when there are none. */
  readonly positionals: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** What help says instead of a flag's usual default. */
  readonly fallbacks?: Readonly<Partial<Record<FlagName, string>>>;
  /** How it tells errors on standard error; text when left out. */
  readonly errors?: 'json';
  /** Flags it does not work without. */
  readonly requiredFlags?: readonly FlagName[];
  /** A flag that stands in for the positional arguments. */
  readonly insteadOfPositionals?: FlagName;
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
  flags: ['at', 'out', 'workers', ...contextFlags, 'new', 'shard', 'quiet', 'force'],
  insteadOfPositionals: 'new',
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
      says: 'the share of this task in an array job; the files of all tasks together are the whole',
      line: 'promptmill render sessions/ --shard auto --out part-$SLURM_ARRAY_TASK_ID.jsonl',
    },
    {
      says: 'with the tools that were offered and the models that were known',
      line: 'promptmill render rollout.jsonl --tools tools.json --catalog models.json',
    },
    {
      says: 'the same requests, had the session been read-only and in another voice',
      line: 'promptmill render rollout.jsonl --set sandbox_mode=read-only --set personality=friendly',
    },
    {
      says: 'without the AGENTS.md documents',
      line: 'promptmill render rollout.jsonl --drop agents_md',
    },
    {
      says: 'what a resume on another model would send',
      line: "promptmill render rollout.jsonl --context resume --set model=gpt-5.5 --prompt 'Go on.'",
    },
    {
      says: 'the first request of a session that is yet to begin',
      line: 'promptmill render --new session.json',
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

const strip: Command = {
  name: 'strip',
  positionals: 'INPUT…',
  summary: 'take the context out of rollouts and leave every other byte as it stands',
  flags: ['out', 'kinds', 'keep-kinds', 'shard', 'json', 'quiet', 'force'],
  examples: [
    {
      says: 'only the conversation, and on standard error what went',
      line: 'promptmill strip rollout.jsonl > conversation.jsonl',
    },
    {
      says: 'every rollout below a folder, each into a file of the same name, with a report a file',
      line: 'promptmill strip ~/.codex/sessions --out stripped/ --json > report.jsonl',
    },
    {
      says: 'leave in what tells what happened: aborted turns, shell commands, agents, hooks, skills',
      line: 'promptmill strip rollout.jsonl --keep-kinds history --out stripped.jsonl',
    },
    {
      says: 'only AGENTS.md and the environment',
      line: 'promptmill strip rollout.jsonl --kinds agents_md,environment_context | less',
    },
  ],
  load: async () => (await import('./strip-command.js')).stripCommand,
};

const goalRender: Command = {
  name: 'goal render',
  positionals: '',
  summary: 'print what a model is told to steer it towards a goal',
  flags: ['objective', 'kind', 'tokens-used', 'token-budget', 'time-used', 'pack', 'rules', 'json'],
  requiredFlags: ['objective'],
  examples: [
    {
      says: 'what a turn that goes on by itself begins with',
      line: 'promptmill goal render --objective @goal.txt --tokens-used 200 --token-budget 900',
    },
    {
      says: 'the items of an older release, as they enter the history',
      line: 'promptmill goal render --objective @goal.txt --kind budget-limit --rules 0.145 --json',
    },
  ],
  load: async () => (await import('./goal-render-command.js')).goalRenderCommand,
};

const agentsMd: Command = {
  name: 'agents-md',
  positionals: 'DIR',
  summary: 'tell what a session is told of AGENTS.md, and what becomes of each file',
  flags: [
    'codex-home',
    'max-bytes',
    'fallback-names',
    'root-markers',
    'untrusted',
    'rules',
    'json',
  ],
  examples: [
    {
      says: 'what the model reads on standard output, what became of each file on standard error',
      line: 'promptmill agents-md .',
    },
    {
      says: 'files of which something is lost',
      line: "promptmill agents-md . --json | jq '.files[] | select(.lostBytes > 0)'",
    },
    {
      says: 'as configured, in an older release; without --rules it is the newest that is known',
      line: 'promptmill agents-md . --rules 0.145 --max-bytes 65536 --fallback-names CLAUDE.md',
    },
  ],
  load: async () => (await import('./agents-md-command.js')).agentsMdCommand,
};

const compact: Command = {
  name: 'compact',
  positionals: 'FILE',
  summary: 'print the history that a compaction leaves, with its summary or items handed in',
  flags: ['at', 'summary', 'items', 'remote', 'context-items', 'rules', 'pack', 'loader'],
  fallbacks: { at: 'next; one request, no range' },
  examples: [
    {
      says: 'what stays of a session when it is summed up now, and what it takes',
      line: 'promptmill compact rollout.jsonl --summary summary.md | jq .tokensAfter',
    },
    {
      says: 'the same at request 7, with the item a server returned',
      line: 'promptmill compact rollout.jsonl --at 7 --items returned.json | jq .items',
    },
  ],
  load: async () => (await import('./compact-command.js')).compactCommand,
};

const completion: Command = {
  name: 'completion',
  positionals: 'bash|zsh|fish',
  summary: 'print what lets a shell complete commands, flags and their values',
  flags: [],
  examples: [
    { says: 'in bash, from now on', line: 'source <(promptmill completion bash)' },
    {
      says: 'in fish, for good',
      line: 'promptmill completion fish > ~/.config/fish/completions/promptmill.fish',
    },
  ],
  load: async () => {
    const { completionCommand } = await import('./completion-command.js');
    return (invocation) => completionCommand(invocation, commands);
  },
};

export const commands: readonly Command[] = [
  render,
  inspect,
  ...explainCommands,
  verify,
  strip,
  compact,
  agentsMd,
  goalRender,
  ...pipeCommands,
  ...exportCommands,
  ...lintCommands,
  ...diffCommands,
  ...policyCommands,
  ...packCommands,
  completion,
];
