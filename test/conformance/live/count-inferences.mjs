// Counts the requests that a trace holds (see ../TRACE.md), so that a verification can't pass by comparing fewer.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {string} trace a folder of bundles @returns {Promise<number>} */
export async function countInferences(trace) {
  let count = 0;
  for (const bundle of await readdir(trace)) {
    const lines = (await readFile(join(trace, bundle, 'trace.jsonl'), 'utf8')).split('\n');
    count += lines.filter((line) => eventType(line) === 'inference_started').length;
  }
  return count;
}

/** The last line of a killed process may be torn. @param {string} line @returns {string | undefined} */
function eventType(line) {
  return /"payload":\{"type":"(\w+)"/.exec(line)?.[1];
}
