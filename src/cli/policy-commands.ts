/** The commands about policies, for the table of commands. */

import type { Command } from './commands.js';

const policyExplain: Command = {
  name: 'policy explain',
  positionals: '',
  summary: 'tell what a policy allows where, and what the model is told',
  flags: [
    'profile',
    'sandbox',
    'config',
    'cwd',
    'platform',
    'bubblewrap',
    'approval',
    'reviewer',
    'rules-file',
    'rules',
    'pack',
    'json',
  ],
  examples: [
    {
      says: 'what a profile of your settings comes down to here',
      line: 'promptmill policy explain --config ~/.codex/config.toml --profile dev',
    },
    {
      says: 'the entry that decides about each path, for a program',
      line: 'promptmill policy explain --sandbox workspace-write --json | jq .paths',
    },
  ],
  load: async () => (await import('./policy-explain-command.js')).policyExplainCommand,
};

const policyCheck: Command = {
  name: 'policy check',
  positionals: 'CMD…',
  summary: 'tell what .rules files say about a command, as JSON',
  flags: ['rules-file', 'resolve-host-executables'],
  requiredFlags: ['rules-file'],
  examples: [
    {
      says: 'whether a command is allowed',
      line: 'promptmill policy check --rules-file default.rules -- git push | jq .decision',
    },
    {
      says: 'by several files, and by a path of the program',
      line: 'promptmill policy check --rules-file a --rules-file b --resolve-host-executables -- /bin/ls',
    },
  ],
  load: async () => (await import('./policy-check-command.js')).policyCheckCommand,
};

export const policyCommands: readonly Command[] = [policyExplain, policyCheck];
