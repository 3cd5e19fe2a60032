// GuideLLM: its loaders of Mooncake and Weka traces make prompts of the lengths and at the times that our traces tell.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportDemo, python, REPO } from './install.mjs';
import { readTrace } from './load/read-trace.mjs';

const SCRIPT = join(REPO, 'test', 'consumers', 'load', 'load_guidellm.py');

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'guidellm',
  run(work) {
    const start = python(work, ['guidellm==0.8.1']);
    const seconds = ['--format-option', 'timestamp-unit=s'];
    const trace = join(exportDemo(work, 'mooncake', seconds), 'trace.jsonl');
    const weka = join(exportDemo(work, 'weka'), 'traces');
    const files = readdirSync(weka)
      .toSorted()
      .map((name) => join(weka, name));
    const read = JSON.parse(start([SCRIPT, trace, ...files]));
    assert.deepEqual(
      read.mooncake.map(({ tokens, start: at }) => [tokens, at]),
      readTrace(trace).map(({ input_length: tokens, timestamp }) => [tokens, timestamp]),
    );
    const lengths = files.flatMap((file) => lengthsIn(JSON.parse(readFileSync(file, 'utf8'))));
    assert.deepEqual(
      read.weka.map(({ tokens }) => tokens),
      lengths,
    );
    return [
      `mooncake: ${read.mooncake.length} prompts, lengths and times as exported`,
      `weka: ${read.weka.length} prompts of ${files.length} conversations, lengths as exported`,
    ].join('; ');
  },
};

/** @param {{ requests: any[] }} trace @returns {readonly number[]} */
function lengthsIn({ requests }) {
  return requests.flatMap((row) => (row.type === 'subagent' ? lengthsIn(row) : [row.in]));
}
