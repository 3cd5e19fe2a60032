/** Runs a job on a pool of workers and sees it through their crashes. */

import { PromptmillError } from '../contract/errors.js';
import type { BatchJob, RunReport } from '../contract/protocol.js';
import { createBoard, JobBoard } from '../pool/job-board.js';
import { WorkerPool } from '../pool/worker-pool.js';
import { type Job, type JobEnd, jobEnd, takeInto } from './job.js';
import { Recovery } from './recover-runs.js';

export interface ThreadedJob extends Job {
  readonly workers: number;
  /** The module a worker thread loads. */
  readonly workerModule: URL;
  readonly signal: AbortSignal | undefined;
}

interface RunningJob {
  readonly options: ThreadedJob;
  readonly board: JobBoard;
  readonly pool: WorkerPool<BatchJob, RunReport>;
  readonly recovery: Recovery;
  /** What the job failed of, in the order it came up. */
  readonly problems: unknown[];
}

/**
 * Renders every file, or stops early: when the signal says so, or when nobody reads the output any more.
 * @throws PromptmillError when the output cannot be written or the workers cannot go on
 */
export async function runJob(options: ThreadedJob): Promise<JobEnd> {
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
    job.problems.push(error);
    job.board.stop('failed');
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await job.pool.close();
  }
  // The first one is the cause; after it, workers only say that they were stopped.
  if (job.board.stopped() === 'failed') throw job.problems[0];
  return jobEnd(job.board);
}

function startJob(options: ThreadedJob): RunningJob {
  const { files, workers, runStarts, end, reports, output, workerModule } = options;
  const board = new JobBoard(createBoard(files, { workers, runStarts, end }));
  const isReported = (run: number): boolean => reports.has(run);
  return {
    options,
    board,
    pool: new WorkerPool({ workers, module: workerModule }),
    recovery: new Recovery({ board, output: output.kind, isReported }),
    problems: [],
  };
}

/** Has a worker at work until no run is left, replacing it when it dies. */
async function keepSeatFilled(job: RunningJob, worker: number): Promise<void> {
  const { options, board, pool, recovery } = job;
  const { context, output } = options;
  const takeReport = (report: RunReport): void => {
    try {
      takeInto(options, report);
    } catch (error) {
      job.problems.push(error);
      board.stop('failed');
    }
  };
  let again: BatchJob['again'] = [];
  for (;;) {
    try {
      await pool.run({ worker, context, board: board.shared, output, again }, takeReport);
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
