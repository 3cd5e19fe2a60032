/** A worker's whole day: takes runs from the board, renders their sessions, tells what became of each run. */

import { type ErrorRecord, toErrorRecord } from '../contract/errors.js';
import type { BatchJob, NoticeCounts, RunAgain, RunReport } from '../contract/protocol.js';
import type { SessionReport } from '../contract/request.js';
import type { PlannedSession } from '../contract/session.js';
import { JobBoard } from './job-board.js';
import { openOutput } from './open-output.js';
import { endsJob } from './output-errors.js';
import type { RunOutput } from './run-output.js';

/** Opens a file, decides its requests, hands them to `use` and closes the file. */
export type WithSession = (file: string, use: (session: PlannedSession) => void) => Promise<void>;

/** What is known of a run before its output is written. */
interface RunDraft {
  readonly run: number;
  sessions: number;
  requests: number;
  inputBytes: number;
  noticesLeftOut: number;
  readonly failures: ErrorRecord[];
  readonly notices: { -readonly [Code in keyof NoticeCounts]: NoticeCounts[Code] };
}

/**
 * Renders until the board has no run left. Sessions that fail are reported and put out nothing.
 * @throws PromptmillError what `endsJob` names
 */
export async function renderRuns(
  job: BatchJob,
  withSession: WithSession,
  tell: (report: RunReport) => void,
): Promise<void> {
  const board = new JobBoard(job.board);
  const drafts = new Map<number, RunDraft>();
  const output = openOutput(job.output, {
    board,
    onWritten({ run, bytes, parts }) {
      const draft = drafts.get(run) ?? newDraft(run);
      drafts.delete(run);
      tell({ ...draft, outputBytes: bytes, parts });
    },
  });
  for (const again of runsToDo(job, board)) {
    const draft = newDraft(again.run);
    drafts.set(again.run, draft);
    output.beginRun(again.run);
    await renderFiles({ job, board, withSession, output, draft }, again);
    output.endRun();
  }
  output.close();
}

function* runsToDo(job: BatchJob, board: JobBoard): Generator<RunAgain> {
  yield* job.again;
  while (board.stopped() === undefined) {
    const run = board.claimRun(job.worker);
    if (run === undefined) return;
    yield { run, skip: [] };
  }
}

interface RunContext {
  readonly job: BatchJob;
  readonly board: JobBoard;
  readonly withSession: WithSession;
  readonly output: RunOutput;
  readonly draft: RunDraft;
}

async function renderFiles(context: RunContext, { run, skip }: RunAgain): Promise<void> {
  const { job, board, draft } = context;
  const { first, end } = board.filesOf(run);
  for (let file = first; file < end; file++) {
    const skipped = skip.find((entry) => entry.file === file);
    if (skipped !== undefined) {
      draft.failures.push(skipped.failure);
      continue;
    }
    board.enterFile(job.worker, file);
    await renderFile(context, board.path(file), end - file - 1);
    board.leaveFile(job.worker);
  }
}

async function renderFile(
  { withSession, output, draft }: RunContext,
  path: string,
  sessionsLeft: number,
): Promise<void> {
  try {
    await withSession(path, (session) => {
      output.write(session, sessionsLeft);
      count(draft, session.report);
    });
  } catch (error) {
    if (endsJob(error)) throw error;
    draft.failures.push(toErrorRecord(error, path));
  }
}

function newDraft(run: number): RunDraft {
  const counts = { sessions: 0, requests: 0, inputBytes: 0, noticesLeftOut: 0 };
  return { run, ...counts, failures: [], notices: {} };
}

function count(draft: RunDraft, report: SessionReport): void {
  draft.sessions++;
  draft.requests += report.renderedRequests;
  draft.inputBytes += report.inputBytes;
  draft.noticesLeftOut += report.noticesLeftOut;
  for (const { code } of report.notices) draft.notices[code] = (draft.notices[code] ?? 0) + 1;
}
