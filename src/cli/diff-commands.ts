/** The commands that compare and count requests, for the table of commands. */

import type { Command } from './commands.js';

const diff: Command = {
  name: 'diff',
  positionals: 'A [B]',
  summary: 'tell what differs between two requests, two settings of a session, or two corpora',
  flags: [
    'at',
    'set-a',
    'set-b',
    'drop-a',
    'drop-b',
    'context-a',
    'context-b',
    'pack-a',
    'pack-b',
    'text',
    'stat',
    'tokens',
    'json',
    'loader',
    'provider',
    'item-ids',
    'rules',
    'kernel',
    'pack',
    'catalog',
    'tools',
    'set',
    'drop',
    'keep',
    'context',
  ],
  fallbacks: { at: 'last; all for folders and for files of requests' },
  examples: [
    {
      says: 'what came and went between two requests of a session',
      line: "promptmill diff 'rollout.jsonl#3' 'rollout.jsonl#4'",
    },
    {
      says: 'what another voice changes in the last request',
      line: 'promptmill diff rollout.jsonl --set-b personality=friendly',
    },
    {
      says: 'what a resume would send now, against the last request',
      line: 'promptmill diff rollout.jsonl --context-b resume --stat',
    },
    {
      says: 'whether a corpus still renders as it did, by the sections that differ',
      line: 'promptmill diff yesterday.jsonl sessions/ --json | jq .sections',
    },
  ],
  load: async () => (await import('./diff-command.js')).diffCommand,
};

const stats: Command = {
  name: 'stats',
  positionals: 'INPUT…',
  summary: 'count what a corpus holds: requests, tokens by section, and what prefixes share',
  flags: [
    'tokens',
    'svg',
    'json',
    'loader',
    'rules',
    'kernel',
    'pack',
    'catalog',
    'tools',
    'quiet',
  ],
  examples: [
    { says: 'a table to read', line: 'promptmill stats ~/.codex/sessions' },
    {
      says: 'with exact tokens, and plots in a folder',
      line: 'promptmill stats sessions/ --tokens exact --svg plots/',
    },
    {
      says: 'the hit rate of an ideal prefix cache, for a program',
      line: 'promptmill stats sessions/ --json | jq .prefix.corpus.tokenShare',
    },
  ],
  load: async () => (await import('./stats-command.js')).statsCommand,
};

export const diffCommands: readonly Command[] = [diff, stats];
