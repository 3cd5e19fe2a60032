/** A worker thread, put together: the real reader, parents and pipeline around the loop that renders runs. */

import { openWithParents } from './assemble/open-with-parents.js';
import { planSession } from './assemble/plan-session.js';
import { prepareContext } from './assemble/prepare-context.js';
import { rolloutFiles } from './assemble/rollout-files.js';
import type { BatchJob, RunReport } from './contract/protocol.js';
import { JobBoard } from './pool/job-board.js';
import { renderRuns, type WithSession } from './pool/render-runs.js';
import { type Handler, serve } from './pool/serve.js';
import { filesAhead } from './contract/limits.js';
import { RolloutReader } from './sources/rollout-reader.js';

/** Renders what the job's board has left to render. */
export const renderJob: Handler<BatchJob, RunReport> = async (job, tell) => {
  const context = prepareContext(job.context);
  const reader = new RolloutReader();
  const board = new JobBoard(job.board);
  const files = rolloutFiles(reader, board.paths());
  const withSession: WithSession = async (file, use) => {
    const rollout = await openWithParents(file, job.context.options, files);
    reader.readAhead(board.pathsAfter(job.worker, filesAhead));
    try {
      use(planSession(rollout.input, context));
    } finally {
      rollout.close();
    }
  };
  try {
    await renderRuns(job, withSession, tell);
  } finally {
    await reader.close();
  }
};

/** The entry point the pool calls. */
export const runJob = serve(renderJob);
