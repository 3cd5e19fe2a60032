/** Runs a job on a pool of workers and sees it through their crashes. */

import { PromptmillError } from '../contract/errors.js';
import type { BatchJob, OutputTarget, RunReport } from '../contract/protocol.js';
import type { RenderContext } from '../contract/session.js';
import { createBoard, JobBoard, type StopReason } from '../pool/job-board.js';
import { WorkerPool } from '../pool/worker-pool.js';
import type { ReportCollector } from './collect-reports.js';
import { Recovery } from './recover-runs.js';

export interface JobOptions {
  readonly files: readonly string[];
  readonly runStarts: readonly number[];
  readonly context: RenderContext;
  readonly output: OutputTarget;
  readonly workers: number;
  /** The module a worker thread loads. */
  readonly workerModule: URL;
  readonly reports: ReportCollector;
  readonly onReport: (report: RunReport) => void;
  readonly signal: AbortSignal | undefined;
}

export type JobEnd = 'done' | Exclude<StopReason, 'failed'>;

interface RunningJob {
  readonly options: JobOptions;
  readonly board: JobBoard;
  readonly pool: WorkerPool<BatchJob, RunReport>;
  readonly recovery: Recovery;
}

/**
 * Renders every file, or stops early: when the signal says so, or when nobody reads the output any more.
 * @throws PromptmillError when the output cannot be written or the workers cannot go on
 */
export async function runJob(options: JobOptions): Promise<JobEnd> {
  if (options.signal?.aborted === true) return 'aborted';
  const job = startJob(options);
  const abort = (): void => {
    job.board.stop('aborted');
    // Ends the threads in the middle of what they do: a large session is not waited for.
    void job.pool.close();
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    await Promise.all(seats(options.workers).map((worker) => keepSeatFilled(job, worker)));
  } catch (error) {
    job.board.stop('failed');
    if (job.board.stopped() === 'failed') throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await job.pool.close();
  }
  return jobEnd(job.board);
}

function startJob(options: JobOptions): RunningJob {
  const { files, workers, runStarts, reports, output, workerModule } = options;
  const board = new JobBoard(createBoard(files, { workers, runStarts }));
  const isReported = (run: number): boolean => reports.has(run);
  return {
    options,
    board,
    pool: new WorkerPool({ workers, module: workerModule }),
    recovery: new Recovery({ board, output: output.kind, isReported }),
  };
}

/** Has a worker at work until no run is left, replacing it when it dies. */
async function keepSeatFilled(job: RunningJob, worker: number): Promise<void> {
  const { options, board, pool, recovery } = job;
  const { context, output, reports, onReport } = options;
  let again: BatchJob['again'] = [];
  for (;;) {
    try {
      await pool.run({ worker, context, board: board.shared, output, again }, (report) => {
        reports.add(report);
        onReport(report);
      });
      return;
    } catch (error) {
      if (board.stopped() !== undefined || !isCrash(error)) throw error;
      again = recovery.afterCrash(worker, error);
    }
  }
}

function isCrash(error: unknown): error is PromptmillError {
  return error instanceof PromptmillError && error.code === 'worker_crashed';
}

function seats(workers: number): number[] {
  return Array.from({ length: workers }, (_, worker) => worker);
}

function jobEnd(board: JobBoard): JobEnd {
  const reason = board.stopped();
  return reason === 'aborted' || reason === 'reader_gone' ? reason : 'done';
}
