/**
 * Runs a small job in the caller's thread.
 *
 * Gain: a thread takes longer to start than a small session takes to render (measured on a busy machine, best of 15:
 * 205 ms for one session instead of 290 ms, of which Node itself takes 76 ms). Catch: nothing can interrupt it, so it is
 * only for jobs that end soon and have nothing to clean up; the process may simply be killed.
 */

import { createBoard, JobBoard } from '../pool/job-board.js';
import { renderJob } from '../worker.js';
import { type Job, type JobEnd, jobEnd, takeInto } from './job.js';

/** @throws PromptmillError when the output cannot be written */
export async function runHere(job: Job): Promise<JobEnd> {
  const { files, runStarts, end, context, output } = job;
  const board = new JobBoard(createBoard(files, { workers: 1, runStarts, end }));
  const work = { worker: 0, context, board: board.shared, output, again: [] };
  try {
    await renderJob(work, (report) => {
      takeInto(job, report);
    });
  } catch (error) {
    if (board.stopped() === undefined) throw error;
  }
  return jobEnd(board);
}
