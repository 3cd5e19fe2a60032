/** The commands about exports, for the table of commands. */

import type { Command } from './commands.js';
import { contextFlags } from './context-flags.js';

const exportSessions: Command = {
  name: 'export',
  positionals: 'INPUT…',
  summary: 'write requests in the form another program reads, with a map back and losses',
  flags: [
    'to',
    'out',
    'list',
    'at',
    'model',
    'set-body',
    'unset',
    'strip',
    'format-option',
    ...contextFlags,
    'quiet',
    'force',
  ],
  fallbacks: { out: 'none: a folder must be named' },
  insteadOfPositionals: 'list',
  examples: [
    { says: 'the formats and their options', line: 'promptmill export --list' },
    {
      says: 'what OpenAI’s batch API takes, for another model',
      line: 'promptmill export sessions/ --to openai-batch-responses --model gpt-5.5 --out batch/',
    },
  ],
  load: async () => (await import('./export-command.js')).exportCommand,
};

const validate: Command = {
  name: 'validate',
  positionals: 'FILE…',
  summary: 'check files against the format of an export',
  flags: ['as', 'json', 'quiet'],
  requiredFlags: ['as'],
  examples: [
    {
      says: 'every part of a batch',
      line: 'promptmill validate batch/part-*.jsonl --as openai-batch-responses',
    },
    {
      says: 'what is wrong, for a program',
      line: 'promptmill validate part.jsonl --as openai-batch-responses --json --quiet | jq .path',
    },
  ],
  load: async () => (await import('./validate-command.js')).validateCommand,
};

export const exportCommands: readonly Command[] = [exportSessions, validate];
