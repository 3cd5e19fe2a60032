#!/usr/bin/env node
// Shows that cost grows in a straight line: the same mix in more and more bytes, the same session more and more often.
//
//   node bench/scale.mjs
//
//   --sizes LIST       corpora of the mix (default 10MB,50MB,200MB,1GB,5GB)
//   --counts LIST      numbers of small sessions (default 1,10,100,1000,10000,100000)
//   --rounds N         (default 3)
//   --workers N        (default 1)
//   --dry              print the table, keep no results

import { parseArgs } from 'node:util';

import { corpora, prepareCorpus, warm } from './corpus/prepare-corpus.mjs';
import { measure } from './corpus/measure.mjs';
import { listFiles } from './corpus/peers/list-files.mjs';
import { machineFacts } from './machine-facts.mjs';
import { revision } from './revision.mjs';
import { saveResult, today } from './save-result.mjs';
import { scaleTable } from './scale/scale-report.mjs';
import { made, smallSessions } from './targets/prepare-inputs.mjs';
import { promptmill } from './targets/programs.mjs';
import { mkdirSync, statSync } from 'node:fs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10MB,50MB,200MB,1GB,5GB' },
    counts: { type: 'string', default: '1,10,100,1000,10000,100000' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1' },
    dry: { type: 'boolean', default: false },
  },
});

/** @typedef {import('./scale/scale-report.mjs').ScalePoint} ScalePoint */

const machine = machineFacts();
const workers = Number(values.workers);
mkdirSync(corpora, { recursive: true });
const result = {
  date: today(),
  revision: revision(),
  machine,
  workers,
  bytes: await measureAll(
    listOf(values.sizes).map((size) => () => prepareCorpus({ size, seed: '1' }).folder),
  ),
  sessions: await measureAll(
    listOf(values.counts).map((count) => () => {
      return made(`small-${count}`, () => smallSessions(Number(count)));
    }),
  ),
};
console.log(scaleTable(result));
if (!values.dry) console.log(`kept as ${saveResult('scale', result, scaleTable)}.{json,md}`);

/** @param {readonly (() => string)[]} folders each made when its turn comes @returns {Promise<ScalePoint[]>} */
async function measureAll(folders) {
  const points = [];
  for (const folder of folders) points.push(await measureOne(folder()));
  return points;
}

/** @param {string} folder @returns {Promise<ScalePoint>} */
async function measureOne(folder) {
  const files = listFiles(folder);
  warm({ folder });
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const seconds = [];
  let peakRssBytes = 0;
  for (let round = 0; round < Number(values.rounds); round++) {
    const measured = await measure(promptmill(folder, { output: '/dev/null', workers }));
    // 3: damaged sessions were refused.
    if (measured.exitCode !== 0 && measured.exitCode !== 3) throw new Error(measured.errorText);
    seconds.push(measured.seconds);
    peakRssBytes = Math.max(peakRssBytes, measured.peakRssBytes ?? 0);
  }
  console.error(`${files.length} files, ${(bytes / 1e6).toFixed(0)} MB: ${seconds.join(', ')} s`);
  return { files: files.length, bytes, seconds, peakRssBytes };
}

/** @param {string} text */
function listOf(text) {
  return text.split(',').filter((entry) => entry !== '');
}
