/** The command for other programs to talk to, for the table of commands. */

import type { Command } from './commands.js';

const pipe: Command = {
  name: 'pipe',
  positionals: '',
  summary: 'answer records on standard input with requests, one process for any number of them',
  flags: [
    'framing',
    'max-frame',
    'at',
    'loader',
    'provider',
    'item-ids',
    'rules',
    'kernel',
    'pack',
    'catalog',
    'tools',
    'context',
    'set',
    'config',
    'keep',
    'drop',
    'agents-md',
    'goal',
    'prompt',
    'quiet',
  ],
  errors: 'json',
  examples: [
    {
      says: 'a path a line; each is answered by its requests and an end, or by an error',
      line: "find sessions -name '*.jsonl' | promptmill pipe --at last",
    },
    {
      says: 'records with a name and options of their own, one JSON object a line',
      line: 'jq -c "{id: .key, file: .path, at: .at}" queue.json | promptmill pipe',
    },
    {
      says: 'frames of MessagePack, as a client that keeps the process speaks them',
      line: 'promptmill pipe --framing msgpack --max-frame 67108864 --quiet',
    },
  ],
  load: async () => (await import('./pipe-command.js')).pipeCommand,
};

export const pipeCommands: readonly Command[] = [pipe];
