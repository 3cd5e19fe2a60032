/** `promptmill render`: finds the inputs, has them rendered, tells what came of it. */

import { readContext } from '../read-context.js';
import type { ProgressMode } from '../batch/progress.js';
import {
  type BatchOptions,
  type BatchSummary,
  needsNoThread,
  renderBatch,
} from '../batch/render-batch.js';
import { findInputs } from '../sources/find-inputs.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { toInputSpec } from './input-spec.js';
import { listenForInterruption } from './interruption.js';

import { summaryText } from './summary.js';

export async function renderCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  if (flags.new !== undefined) {
    return (await import('./new-command.js')).newCommand({ positionals, flags }, flags.new);
  }
  const context = readContext(contextOptions(flags));
  const { inputs, passedOver } = await findInputs(positionals.map(toInputSpec));
  const summary = await renderInterruptibly({
    inputs: inputs.flatMap((input) => (input.kind === 'file' ? [input.file] : [])),
    missing: inputs.flatMap((input) => (input.kind === 'error' ? [input.error] : [])),
    context,
    out: flags.out ?? '-',
    workers: flags.workers,
    force: flags.force,
    progress: progressMode(flags),
  });
  if (flags.quiet !== true) process.stderr.write(summaryText(summary, passedOver.length));
  return exitCodeOfSummary(summary);
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

function progressMode(flags: Invocation['flags']): ProgressMode {
  if (flags.quiet === true) return 'none';
  return process.stderr.isTTY ? 'live' : 'plain';
}

function exitCodeOfSummary({ end, requests, failures }: BatchSummary): ExitCode {
  if (end === 'aborted') return exitCodes.interrupted.code;
  if (end === 'reader_gone') return exitCodes.ok.code;
  if (requests === 0) return exitCodes.nothingRendered.code;
  return failures > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}
