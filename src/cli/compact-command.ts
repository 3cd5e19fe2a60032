/** `promptmill compact`: prints the history that a compaction would leave, with a summary or a server's items handed in. */

import { readContext } from '../read-context.js';
import { type CompactionAnswer, compactSession } from '../assemble/compact-session.js';
import { openWithParents } from '../assemble/open-with-parents.js';
import { prepareContext } from '../assemble/prepare-context.js';
import { rolloutFiles } from '../assemble/rollout-files.js';
import { PromptmillError } from '../contract/errors.js';
import type { AtSelector } from '../contract/options.js';
import { readItems } from '../sources/read-items.js';
import { readWholeText } from '../sources/read-whole-text.js';
import { RolloutReader } from '../sources/rollout-reader.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function compactCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new PromptmillError('usage', 'compact takes one file', {
      found: `${String(positionals.length)} files`,
      expected: 'promptmill compact FILE',
    });
  }
  const at = oneRequest(flags.at);
  const answer = answerOf(flags);
  const told = flags['context-items'];
  const contextItems = told === undefined ? [] : readItems(told);
  const context = readContext(flags);
  const reader = new RolloutReader();
  const rollout = await openWithParents(file, context.options, rolloutFiles(reader, [file]));
  try {
    const report = compactSession(
      rollout.input,
      { at, answer, contextItems },
      prepareContext(context),
    );
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return exitCodes.ok.code;
  } finally {
    rollout.close();
  }
}

function oneRequest(at: AtSelector = { kind: 'next' }): AtSelector {
  if (at.kind === 'all' || (at.kind === 'range' && at.from !== at.to)) {
    throw new PromptmillError('usage', '--at: one history is compacted at a time', {
      found: at.kind === 'all' ? 'all' : `${String(at.from)}..${String(at.to)}`,
      expected: 'last, next, or a number counted from 0',
    });
  }
  return at;
}

function answerOf({ summary, items, remote }: Invocation['flags']): CompactionAnswer {
  if ((summary === undefined) === (items === undefined)) {
    throw new PromptmillError('usage', 'compact needs what was answered, in one form', {
      found: summary === undefined ? 'neither --summary nor --items' : '--summary and --items',
      expected: '--summary FILE for a compaction by prompt, --items FILE for one by the server',
      remedy: 'promptmill compact --help',
    });
  }
  if (summary !== undefined) {
    return { kind: 'summary', summary: readWholeText(summary).replace(/\r?\n$/, '') };
  }
  return { kind: 'items', items: readItems(items ?? ''), form: remote ?? 'v2' };
}
