// A worker module with a made-up pipeline: a "session" is a JSON file that says what to put out and how to fail.
//
//   { "requests": 3, "bytes": 3000, "chunkBytes": 700, "planMs": 2, "fault": "…", "marker": "path" }
//
// Faults: throw-in-plan, throw-in-write, exit-in-plan, exit-in-write, uncaught, wrong-length.
// With a marker, the fault happens only while that file exists, and removes it: so it happens once.

import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { PromptmillError } from '../../dist/contract/errors.js';
import { renderRuns } from '../../dist/pool/render-runs.js';
import { serve } from '../../dist/pool/serve.js';

export const runJob = serve((job, tell) => renderRuns(job, withFakeSession, tell));

async function withFakeSession(file, use) {
  const session = planFake(file);
  // Lets an uncaught error strike while the session is at hand.
  await new Promise(setImmediate);
  use(session);
}

/** @param {string} file */
function planFake(file) {
  const recipe = JSON.parse(readFileSync(file, 'utf8'));
  const fault = takeFault(recipe);
  sleep(recipe.planMs ?? 0);
  failInPlan(fault);
  const output = fakeOutput(file, recipe);
  return {
    report: fakeReport(file, recipe, output.length),
    outputBytes: output.length + (fault === 'wrong-length' ? 1 : 0),
    writeTo(sink) {
      const chunkBytes = recipe.chunkBytes ?? 1000;
      for (let at = 0; at < output.length; at += chunkBytes) {
        if (at > output.length / 2) failInWrite(fault);
        sink.write(output.subarray(at, at + chunkBytes));
      }
    },
  };
}

function sleep(ms) {
  if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function failInPlan(fault) {
  if (fault === 'exit-in-plan') process.exit(7);
  if (fault === 'uncaught') process.nextTick(throwUncaught);
  if (fault !== 'throw-in-plan') return;
  const details = { line: 1, offsetBytes: 0, found: 'nothing' };
  throw new PromptmillError('no_session_meta', 'no session', details);
}

function failInWrite(fault) {
  if (fault === 'throw-in-write') throw new Error('torn');
  if (fault === 'exit-in-write') process.exit(8);
}

function throwUncaught() {
  throw new Error('nobody catches this');
}

function fakeReport(file, recipe, outputBytes) {
  return {
    threadId: file,
    cliVersion: '0.145.0',
    rules: '0.145',
    recordedRequests: recipe.requests,
    renderedRequests: recipe.requests,
    inputBytes: 1000,
    outputBytes,
    notices: (recipe.notices ?? []).map((code) => ({
      code,
      line: 1,
      offsetBytes: 0,
      found: '',
      expected: '',
    })),
    noticesLeftOut: 0,
  };
}

function takeFault(recipe) {
  if (recipe.marker === undefined) return recipe.fault;
  if (!existsSync(recipe.marker)) return undefined;
  unlinkSync(recipe.marker);
  return recipe.fault;
}

/** Lines of equal length that name their session. */
export function fakeOutput(file, { requests, bytes }) {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const length = Math.floor(bytes / requests);
  const lines = Array.from({ length: requests }, (_, request) =>
    JSON.stringify(`${name}#${request}`)
      .padEnd(length - 1, 'x')
      .concat('\n'),
  );
  return Buffer.from(lines.join(''));
}
