/** A worker thread, put together: the real reader, parents and pipeline around the loop that renders runs. */

import { planSession } from './assemble/plan-session.js';
import { prepareContext } from './assemble/prepare-context.js';
import type { BatchJob, RunReport } from './contract/protocol.js';
import { renderRuns } from './pool/render-runs.js';
import { serve } from './pool/serve.js';
import { RolloutReader } from './sources/rollout-reader.js';
import { encodingOf } from './sources/rollout-name.js';

/** The entry point the pool calls. */
export const runJob = serve<BatchJob, RunReport>(async (job, tell) => {
  const context = prepareContext(job.context);
  const reader = new RolloutReader();
  await renderRuns(
    job,
    async (file, use) => {
      const rollout = await reader.open(file, encodingOf(file));
      const { bytes } = rollout;
      try {
        const segments = [{ file, startBytes: 0, endBytes: bytes.size }];
        use(planSession({ file, bytes, segments }, context));
      } finally {
        rollout.close();
      }
    },
    tell,
  );
});
