/** What a job is, wherever it runs. */

import type { OutputTarget, RunReport } from '../contract/protocol.js';
import type { RenderContext } from '../contract/session.js';
import type { JobBoard, StopReason } from '../pool/job-board.js';
import type { ReportCollector } from './collect-reports.js';

export interface Job {
  readonly files: readonly string[];
  /** First file of each run, ascending. */
  readonly runStarts: readonly number[];
  /** Where the last run ends. */
  readonly end: number;
  readonly context: RenderContext;
  readonly output: OutputTarget;
  readonly reports: ReportCollector;
  /** Is told of each run once it is written. */
  readonly onReport: (report: RunReport) => void;
}

/** Why a job that did not fail ended. */
export type JobEnd = 'done' | Exclude<StopReason, 'failed'>;

export function jobEnd(board: JobBoard): JobEnd {
  const reason = board.stopped();
  return reason === 'aborted' || reason === 'reader_gone' ? reason : 'done';
}

export function takeInto(job: Job, report: RunReport): void {
  job.reports.add(report);
  job.onReport(report);
}
