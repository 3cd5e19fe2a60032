// Renders made-up sessions to standard output in a process of its own: run-fake-batch.mjs <options as JSON>
// Prints the summary as the last line of standard error.

import { renderBatch } from '../../dist/batch/render-batch.js';

const options = JSON.parse(process.argv[2] ?? '{}');
const summary = await renderBatch({
  out: '-',
  workerModule: new URL('fake-worker.mjs', import.meta.url),
  ...options,
});
process.stderr.write(`${JSON.stringify(summary)}\n`);
