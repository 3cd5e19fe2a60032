// The straightforward program with worker threads: each takes the next file and writes its own part of the output.
//
//   node straightforward-pool.mjs last|all FOLDER OUTPUT THREADS

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

import { listFiles } from './list-files.mjs';
import { rebuild } from './rebuild.mjs';

if (isMainThread) startThreads();
else renderFiles();

function startThreads() {
  const [at, folder, output, threads] = process.argv.slice(2);
  const next = new Int32Array(new SharedArrayBuffer(4));
  const files = listFiles(folder);
  return Array.from({ length: Number(threads) }, (_, thread) => {
    const part = thread === 0 ? output : `${output}.${thread}`;
    return new Worker(new URL(import.meta.url), { workerData: { at, files, output: part, next } });
  });
}

function renderFiles() {
  const { at, files, output, next } = workerData;
  const target = openSync(output, 'w');
  for (let i = Atomics.add(next, 0, 1); i < files.length; i = Atomics.add(next, 0, 1)) {
    rebuild(readFileSync(files[i], 'utf8'), at, (request) => writeSync(target, request));
  }
  closeSync(target);
}
