/** `promptmill inspect`: tells what a rollout holds. */

import { readContext } from '../read-context.js';
import { inspectSession } from '../assemble/inspect-session.js';
import { openWithParents } from '../assemble/open-with-parents.js';
import { prepareContext } from '../assemble/prepare-context.js';
import { rolloutFiles } from '../assemble/rollout-files.js';
import { PromptmillError } from '../contract/errors.js';
import { RolloutReader } from '../sources/rollout-reader.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { inspectText } from './inspect-text.js';
import { kernelChoice } from './kernel-choice.js';

export async function inspectCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new PromptmillError('usage', 'inspect takes one file', {
      found: `${String(positionals.length)} files`,
      expected: 'promptmill inspect FILE',
    });
  }
  const context = readContext({ kernel: kernelChoice(undefined) });
  const reader = new RolloutReader();
  const rollout = await openWithParents(file, context.options, rolloutFiles(reader, [file]));
  try {
    const report = inspectSession(rollout.input, prepareContext(context));
    process.stdout.write(flags.json === true ? `${JSON.stringify(report)}\n` : inspectText(report));
    return exitCodes.ok.code;
  } finally {
    rollout.close();
  }
}
