/** `promptmill render`: finds the inputs, has them rendered, tells what came of it. */

import { readContext } from '../read-context.js';
import type { ProgressMode } from '../batch/progress.js';
import {
  type BatchOptions,
  type BatchSummary,
  needsNoThread,
  renderBatch,
} from '../batch/render-batch.js';
import {
  findInputs,
  type FoundInput,
  type InputFile,
  type InputSpec,
} from '../sources/find-inputs.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';
import { pathsOnStdin } from './read-path-list.js';
import { chooseShard } from './shard-inputs.js';
import { summaryText } from './summary.js';

export async function renderCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  if (flags.new !== undefined) {
    return (await import('./new-command.js')).newCommand({ positionals, flags }, flags.new);
  }
  const context = readContext(contextOptions(flags));
  const { inputs, passedOver } = await findInputs(positionals.map(toInputSpec));
  const { from, to, note } = chooseShard(inputs.length, flags.shard);
  if (flags.quiet !== true) process.stderr.write(note);
  const summary = await renderInterruptibly({
    inputs: filesIn(inputs),
    share: { from: filesIn(inputs.slice(0, from)).length, to: filesIn(inputs.slice(0, to)).length },
    missing: inputs
      .slice(from, to)
      .flatMap((input) => (input.kind === 'error' ? [input.error] : [])),
    context,
    out: flags.out ?? '-',
    workers: flags.workers,
    force: flags.force,
    // Whoever puts shares together finds each of them.
    whenEmpty: flags.shard === undefined ? 'remove' : 'keep',
    progress: progressMode(flags),
  });
  if (flags.quiet !== true) process.stderr.write(summaryText(summary, passedOver.length));
  return flags.shard === undefined ? exitCodeOfSummary(summary) : exitCodeOfShare(summary);
}

function filesIn(inputs: readonly FoundInput[]): readonly InputFile[] {
  return inputs.flatMap((input) => (input.kind === 'file' ? [input.file] : []));
}

/** A job that needs no thread keeps this one busy: then it is the system that acts on Ctrl-C. */
async function renderInterruptibly(options: BatchOptions): Promise<BatchSummary> {
  if (needsNoThread(options)) return renderBatch(options);
  const interruption = listenForInterruption();
  try {
    return await renderBatch({ ...options, signal: interruption.signal });
  } finally {
    interruption.release();
  }
}

function toInputSpec(input: string): InputSpec {
  return input === '-' ? { name: 'standard input', lines: pathsOnStdin() } : input;
}

function progressMode(flags: Invocation['flags']): ProgressMode {
  if (flags.quiet === true) return 'none';
  return process.stderr.isTTY ? 'live' : 'plain';
}

/** A share may be empty, or hold nothing but sessions without requests: only all shares tell of the whole. */
function exitCodeOfShare(summary: BatchSummary): ExitCode {
  const isFine = summary.end === 'done' && summary.failures === 0;
  return isFine ? exitCodes.ok.code : exitCodeOfSummary(summary);
}

function exitCodeOfSummary({ end, requests, failures }: BatchSummary): ExitCode {
  if (end === 'aborted') return exitCodes.interrupted.code;
  if (end === 'reader_gone') return exitCodes.ok.code;
  if (requests === 0) return exitCodes.nothingRendered.code;
  return failures > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}
