/** The commands about packs, for the table of commands. */

import type { Command } from './commands.js';

const capture: Command = {
  name: 'pack capture',
  positionals: '',
  summary: 'make a pack of the texts that an installed Codex tells its models',
  flags: ['codex', 'out', 'force', 'quiet', 'json'],
  requiredFlags: ['codex'],
  examples: [
    {
      says: 'into your data folder, named after the release; it takes some minutes and needs no network',
      line: 'promptmill pack capture --codex ~/.local/bin/codex',
    },
    {
      says: 'under another name, in place of an older one',
      line: 'promptmill pack capture --codex ./node_modules/.bin/codex --out mine --force',
    },
    {
      says: 'into a folder (a path has a slash in it), with a report for a program',
      line: 'promptmill pack capture --codex codex --out ./packs/codex --json | jq .missing',
    },
  ],
  load: async () => (await import('./pack-capture-command.js')).packCaptureCommand,
};

const list: Command = {
  name: 'pack list',
  positionals: '',
  summary: 'list the built-in pack and those in your data folder',
  flags: ['json'],
  examples: [
    { says: 'what --pack takes by name', line: 'promptmill pack list' },
    {
      says: 'where they lie, for a program',
      line: "promptmill pack list --json | jq -r '.[].folder'",
    },
  ],
  load: async () => (await import('./pack-list-command.js')).packListCommand,
};

const check: Command = {
  name: 'pack check',
  positionals: 'PACK…',
  summary: 'find texts of packs that are missing, changed or lack a placeholder',
  flags: ['json'],
  examples: [
    { says: 'a captured pack, and one of your own', line: 'promptmill pack check 0.145.0 ./mine' },
    {
      says: 'only what keeps a pack from being used',
      line: "promptmill pack check ./mine --json | jq '.[].problems[] | select(.isError)'",
    },
  ],
  load: async () => (await import('./pack-check-command.js')).packCheckCommand,
};

const diff: Command = {
  name: 'pack diff',
  positionals: 'PACK PACK',
  summary: 'tell what changed for the model between two packs',
  flags: ['json'],
  examples: [
    { says: 'between two releases', line: 'promptmill pack diff 0.145.0 0.171.0 | less' },
    {
      says: 'which texts changed, for a program',
      line: "promptmill pack diff 0.145.0 0.171.0 --json | jq -r '.texts[].id'",
    },
  ],
  load: async () => (await import('./pack-diff-command.js')).packDiffCommand,
};

export const packCommands: readonly Command[] = [capture, list, check, diff];
