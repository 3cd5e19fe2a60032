// AIPerf: its loaders read what we export, its own count of prefix hits is ours, and what it sends is what we wrote.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportDemo, python, REPO, run } from './install.mjs';
import { readTrace } from './load/read-trace.mjs';
import { serveResponses } from './load/serve-responses.mjs';

const SCRIPTS = join(REPO, 'test', 'consumers', 'load');

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'aiperf',
  async run(work) {
    const start = python(work, ['aiperf==0.13.0']);
    const program = join(work, 'venv', 'bin', 'aiperf');
    const trace = join(exportDemo(work, 'mooncake'), 'trace.jsonl');
    const inputs = join(exportDemo(work, 'aiperf-inputs-json'), 'inputs.json');
    const said = [
      loadAll(start, { work, trace, inputs }),
      compareHits(program, { work, trace }),
      await compareSent(program, { work, inputs, start }),
    ];
    return said.join('; ');
  },
};

/** @param {(args: readonly string[]) => string} start  @param {Record<'work' | 'trace' | 'inputs', string>} files */
function loadAll(start, { work, trace, inputs }) {
  const bodies = join(exportDemo(work, 'aiperf-mooncake-trace'), 'trace.jsonl');
  const weka = join(exportDemo(work, 'weka'), 'traces');
  const script = join(SCRIPTS, 'load_aiperf.py');
  const loaded = JSON.parse(start([script, inputs, bodies, trace, weka]));
  const requests = readTrace(trace).length;
  const told = Object.entries(loaded).map(([format, { sessions, turns }]) => {
    assert.equal(turns, requests, `${format}: it loaded ${turns} of ${requests} requests`);
    return `${format} ${sessions} sessions`;
  });
  return `${requests} requests loaded from each of ${told.join(', ')}`;
}

/** @param {string} program  @param {Record<'work' | 'trace', string>} files */
function compareHits(program, { work, trace }) {
  const report = join(work, 'analysis.json');
  run(program, ['analyze-trace', trace, '--output-file', report]);
  const theirs = JSON.parse(readFileSync(report, 'utf8')).cache_hit_rate;
  const rates = hitRates(readTrace(trace).map(({ hash_ids: ids }) => ids));
  const ours = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  assert.ok(Math.abs(theirs - ours) < 1e-9, `it counts a hit rate of ${theirs}, we of ${ours}`);
  return `analyze-trace counts a hit rate of ${theirs.toFixed(4)}, as we do`;
}

/** For each request the share of its blocks that an endless cache has. @param {readonly (readonly number[])[]} traces */
function hitRates(traces) {
  const seen = new Set();
  return traces.map((ids) => {
    const first = ids.findIndex((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    return first === -1 ? 1 : first / ids.length;
  });
}

/**
 * A whole benchmark against a server on loopback.
 *
 * @param {string} program
 * @param {{ work: string, inputs: string, start: (args: readonly string[]) => string }} parts
 */
async function compareSent(program, { work, inputs, start }) {
  start([join(SCRIPTS, 'byte_tokenizer.py'), join(work, 'tokenizer')]);
  const { data } = JSON.parse(readFileSync(inputs, 'utf8'));
  /** @type {readonly string[]} */
  const written = data.flatMap(({ payloads }) => payloads).map((body) => JSON.stringify(body));
  const server = await serveResponses();
  const line = ['profile', '--endpoint-type', 'responses', '--streaming', '--url', server.address];
  const input = ['--input-file', inputs, '--custom-dataset-type', 'inputs_json'];
  const rest = ['--model', 'any', '--tokenizer', 'tokenizer', '--use-server-token-count'];
  const load = ['--num-conversations', String(data.length), '--concurrency', '2', '--ui', 'none'];
  try {
    await promisify(execFile)(program, [...line, ...input, ...rest, ...load], { cwd: work });
  } finally {
    server.close();
  }
  const sent = server.bodies.map((body) => JSON.stringify(body));
  assert.deepEqual(sent.toSorted(), written.toSorted(), 'it sent other bodies than were exported');
  return `profile sent ${sent.length} requests, each as exported`;
}
