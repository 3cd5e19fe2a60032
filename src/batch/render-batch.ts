/** Renders a corpus: many files, one result, the same bytes whatever the number of workers. */

import { availableParallelism } from 'node:os';
import { codeRoot } from '../contract/code-root.js';
import type { ErrorRecord } from '../contract/errors.js';
import { taskBytes } from '../contract/limits.js';
import type { PartReport } from '../contract/protocol.js';
import type { RenderContext } from '../contract/session.js';
import { outputError } from '../pool/output-errors.js';
import type { ShardRange } from './cut-shard.js';
import { type JobTotals, ReportCollector } from './collect-reports.js';
import type { WhenEmpty } from './file-output.js';
import type { Job, JobEnd } from './job.js';
import type { JobOutput } from './job-output.js';
import { openJobOutput } from './open-job-output.js';
import { type JobInput, planRuns, totalWorkBytes } from './plan-runs.js';
import { Progress, type ProgressMode } from './progress.js';

/** More than this does not pay: reading and writing share one memory bus and one file system. */
const mostDefaultWorkers = 8;

/**
 * Input that is worth a worker. A thread takes its time until its code is compiled and optimised (measured: half a
 * second of processor time), which two threads spend twice.
 */
const workerBytes = 64 * 1024 * 1024;

export interface BatchOptions {
  /** In the order of the output. */
  readonly inputs: readonly JobInput[];
  /** Renders only these of the inputs; parents are looked for among all of them. */
  readonly share?: ShardRange | undefined;
  /** Inputs that were named but could not be found; recorded before all other failures. */
  readonly missing?: readonly ErrorRecord[] | undefined;
  readonly context: RenderContext;
  /** `-`, a file, or a folder: something that ends in `/` or is one. */
  readonly out: string;
  /** Threads that render; by default one for each 64 MiB of input, up to the processors and up to 8. */
  readonly workers?: number | undefined;
  /** Replace an earlier result. */
  readonly force?: boolean | undefined;
  /** What becomes of an output file without a request; by default it is removed. */
  readonly whenEmpty?: WhenEmpty | undefined;
  /** Ends the job before its time, unless it is one that needs no thread. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressMode | undefined;
  /** Takes progress and failures for people; by default standard error. */
  readonly say?: ((text: string) => void) | undefined;
  /** Of a folder's part files; by default 256 MiB. */
  readonly partBytes?: number | undefined;
  /** What the threads load, for tests. */
  readonly workerModule?: URL | undefined;
}

export interface BatchSummary extends JobTotals {
  /** Why it ended; only `done` has put its result in place. */
  readonly end: JobEnd;
  readonly elapsedMs: number;
  readonly failuresPlace: string;
}

/**
 * Renders all inputs and puts the result in its place. Sessions that cannot be rendered are recorded and left out; an
 * aborted job leaves nothing behind.
 *
 * @throws PromptmillError `output_exists`, `output_failed`, `internal`
 */
export async function renderBatch(options: BatchOptions): Promise<BatchSummary> {
  const progress = new Progress({
    mode: options.progress ?? 'none',
    write: options.say ?? sayOnStderr,
    inputBytes: sumBytes(inputsOf(options)),
  });
  try {
    return await renderAll(options, progress);
  } finally {
    progress.end();
  }
}

async function renderAll(options: BatchOptions, progress: Progress): Promise<BatchSummary> {
  const output = openOutput(options, progress);
  const reports = new ReportCollector((record) => {
    output.addFailure(record);
  });
  let isCommitted = false;
  try {
    for (const record of options.missing ?? []) reports.addFailure(record);
    const end = await renderRuns({ options, progress, output, reports });
    const totals = reports.totals();
    const parts = end === 'done' ? commit(output, totals) : [];
    isCommitted = end === 'done';
    const { failuresPlace } = output;
    return { ...totals, parts, end, elapsedMs: progress.elapsedMs(), failuresPlace };
  } finally {
    if (!isCommitted) output.discard();
  }
}

function commit(output: JobOutput, totals: JobTotals): readonly PartReport[] {
  try {
    return output.commit(totals);
  } catch (error) {
    throw outputError(error);
  }
}

function openOutput(options: BatchOptions, progress: Progress): JobOutput {
  const { out, context, force, partBytes, whenEmpty } = options;
  return openJobOutput({
    out,
    force: force ?? false,
    description: { options: context.options, pack: context.packName },
    partBytes,
    whenEmpty: whenEmpty ?? 'remove',
    sayFailure: (line) => {
      progress.say(line);
    },
  });
}

interface OpenBatch {
  readonly options: BatchOptions;
  readonly progress: Progress;
  readonly output: JobOutput;
  readonly reports: ReportCollector;
}

async function renderRuns({ options, progress, output, reports }: OpenBatch): Promise<JobEnd> {
  const { inputs, context, signal } = options;
  const { from, to } = shareOf(options);
  const own = inputsOf(options);
  const runStarts = planRuns(own, output.target.kind).map((start) => from + start);
  if (runStarts.length === 0) return 'done';
  const job: Job = {
    files: inputs.map(({ path }) => path),
    runStarts,
    end: to,
    context,
    output: output.target,
    reports,
    onReport: ({ run }) => {
      const runInputs = inputs.slice(runStarts[run], runStarts[run + 1] ?? to);
      progress.advance(sumBytes(runInputs), reports.totals());
    },
  };
  // Loaded when needed: threads cost their users time even before they start.
  if (needsNoThread(options)) return (await import('./run-here.js')).runHere(job);
  const { runJob } = await import('./run-job.js');
  const workers = Math.min(options.workers ?? defaultWorkers(own), runStarts.length);
  const workerModule = options.workerModule ?? new URL('worker.js', codeRoot);
  return runJob({ ...job, workers, workerModule, signal });
}

/**
 * Whether `renderBatch` would render in the caller's thread: a small job that goes to standard output, unless a number
 * of workers is asked for. Such a job cannot be aborted.
 */
export function needsNoThread(options: BatchOptions): boolean {
  const { out, workers, workerModule } = options;
  return (
    workers === undefined &&
    workerModule === undefined &&
    out === '-' &&
    totalWorkBytes(inputsOf(options)) <= taskBytes
  );
}

/** The inputs that are rendered. */
function inputsOf(options: BatchOptions): readonly JobInput[] {
  const { from, to } = shareOf(options);
  return options.inputs.slice(from, to);
}

function shareOf({ inputs, share }: BatchOptions): ShardRange {
  return share ?? { from: 0, to: inputs.length };
}

function defaultWorkers(inputs: readonly JobInput[]): number {
  const worth = Math.ceil(totalWorkBytes(inputs) / workerBytes);
  return Math.min(worth, availableParallelism(), mostDefaultWorkers);
}

function sumBytes(inputs: readonly JobInput[]): number {
  return inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function sayOnStderr(text: string): void {
  process.stderr.write(text);
}
