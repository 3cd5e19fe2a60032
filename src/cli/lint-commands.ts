/** The lint command, for the table of commands. */

import type { Command } from './commands.js';

const lint: Command = {
  name: 'lint',
  positionals: 'INPUT…',
  summary: 'tell what is wrong with the requests of rollouts, by rules',
  flags: [
    'at',
    'json',
    'sarif',
    'rule',
    'ignore',
    'severity',
    'fail-on',
    'explain',
    'loader',
    'provider',
    'rules',
    'kernel',
    'pack',
    'catalog',
    'tools',
  ],
  insteadOfPositionals: 'explain',
  examples: [
    {
      says: 'what misleads the model, or makes a server refuse the request',
      line: 'promptmill lint rollout.jsonl',
    },
    {
      says: 'bytes lost and bytes wasted, the most first',
      line: "promptmill lint sessions/ --severity note --json | jq -s 'map(select(.bytes)) | sort_by(-.bytes)'",
    },
    {
      says: 'in a pipeline: fail on warnings, with a log for the code host',
      line: 'promptmill lint sessions/ --fail-on warning --sarif lint.sarif',
    },
    {
      says: 'why a rule is there, when it fires, what to do',
      line: 'promptmill lint --explain stale-permissions',
    },
  ],
  load: async () => (await import('./lint-command.js')).lintCommand,
};

export const lintCommands: readonly Command[] = [lint];
