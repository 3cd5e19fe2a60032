/** `promptmill completion`: prints the completion script of a shell. */

import { PromptmillError } from '../contract/errors.js';
import type { Command, Invocation } from './commands.js';
import { bashScript } from './completion/bash.js';
import { completableCommands } from './completion/completable.js';
import { fishScript } from './completion/fish.js';
import { zshScript } from './completion/zsh.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export async function completionCommand(
  { positionals }: Invocation,
  commands: readonly Command[],
): Promise<ExitCode> {
  const [shell = '', ...more] = positionals;
  if (!isShell(shell) || more.length > 0) {
    throw new PromptmillError('usage', `no completion for ${positionals.join(' ')}`, {
      found: positionals.join(' '),
      expected: Object.keys(scripts).join(', '),
    });
  }
  process.stdout.write(scripts[shell](completableCommands(commands)));
  return exitCodes.ok.code;
}

function isShell(name: string): name is keyof typeof scripts {
  return name in scripts;
}
