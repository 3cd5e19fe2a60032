// The straightforward program, one thread.
//
//   node straightforward.mjs last|all FOLDER OUTPUT

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

import { listFiles } from './list-files.mjs';
import { rebuild } from './rebuild.mjs';

const [at, folder, output] = process.argv.slice(2);
const target = openSync(output, 'w');
for (const path of listFiles(folder)) {
  const text = readFileSync(path, 'utf8');
  rebuild(text, /** @type {'last' | 'all'} */ (at), (request) => writeSync(target, request));
}
closeSync(target);
