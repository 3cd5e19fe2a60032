// A worker module that does what its job says, for the tests of the pool.

import { PromptmillError } from '../../dist/contract/errors.js';
import { serve } from '../../dist/pool/serve.js';

export const runJob = serve(async (job, tell) => {
  for (let note = 0; note < job.notes; note++) tell(note);
  if (job.ends === 'exit') process.exit(3);
  if (job.ends === 'fail') throw new PromptmillError('bad_pack', 'no good', { found: 'this' });
  if (job.ends === 'break') throw new TypeError('a mistake');
  if (job.ends === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
});
