/** The command that explains requests, for the table of commands. */

import type { Command } from './commands.js';
import { contextFlags } from './context-flags.js';

const explain: Command = {
  name: 'explain',
  positionals: 'FILE…',
  summary: 'tell what a request is made of, and where each part of it comes from',
  flags: ['at', 'find', 'tokens', 'full', 'html', 'force', 'json', ...contextFlags],
  fallbacks: { at: 'last; with --find or --html all' },
  examples: [
    {
      says: 'what fills the last request, and where it comes from',
      line: 'promptmill explain rollout.jsonl',
    },
    {
      says: 'the time line of a session: what came, what went, how much of each prefix is shared',
      line: 'promptmill explain rollout.jsonl --at all',
    },
    {
      says: 'a page of the whole session to look around in, one file that loads nothing',
      line: 'promptmill explain rollout.jsonl --html session.html',
    },
    {
      says: 'whether the model was told something, and since when; exit code 7 when it was not',
      line: "promptmill explain rollout.jsonl --find 'never push'",
    },
    {
      says: 'the same over every session, for a program',
      line: "promptmill explain ~/.codex/sessions --find 'never push' --json | jq '.found[].source'",
    },
    {
      says: 'the parts that stand in a request more than once',
      line: "promptmill explain rollout.jsonl --json | jq '.. | select(.copies? > 1) | .path'",
    },
  ],
  load: async () => (await import('./explain-command.js')).explainCommand,
};

export const explainCommands: readonly Command[] = [explain];
