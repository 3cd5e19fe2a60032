#!/usr/bin/env node
// Measures what promptmill is to reach: each target is two whole programs, run in turns, and the ratio of their times.
//
//   node bench/targets.mjs
//
//   --only PATTERN     targets whose name matches
//   --rounds N         (default 5)
//   --bytes SIZE       corpus of the mix (default 2GB)
//   --all-bytes SIZE   corpus for `--at all` (default 200MB)
//   --file-bytes SIZE  the file that is mostly superseded (default 5GB)
//   --dry              print the table, keep no results

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { selectKernel } from '../dist/kernels/select.js';
import { parseSize } from './corpus/generate/parse-size.mjs';
import { measure } from './corpus/measure.mjs';
import { corpora } from './corpus/prepare-corpus.mjs';
import { machineFacts } from './machine-facts.mjs';
import { revision } from './revision.mjs';
import { saveResult, today } from './save-result.mjs';
import { prepareInputs } from './targets/prepare-inputs.mjs';
import { targets } from './targets/target-list.mjs';
import { targetTable } from './targets/target-report.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    bytes: { type: 'string', default: '2GB' },
    'all-bytes': { type: 'string', default: '200MB' },
    'file-bytes': { type: 'string', default: '5GB' },
    dry: { type: 'boolean', default: false },
  },
});

/** @typedef {import('./targets/target-report.mjs').TargetRow} TargetRow */

const machine = machineFacts();
mkdirSync(corpora, { recursive: true });
const scratch = mkdtempSync(join(corpora, 'targets-'));
try {
  const inputs = prepareInputs({
    mixSize: values.bytes,
    allSize: values['all-bytes'],
    supersededBytes: parseSize(values['file-bytes']),
  });
  const only = new RegExp(values.only);
  const asked = targets(inputs, join(scratch, 'output.jsonl')).filter(({ name }) =>
    only.test(name),
  );
  const rows = [];
  for (const target of asked) rows.push(await runTarget(target));
  const result = {
    date: today(),
    revision: revision(),
    machine,
    kernel: selectKernel('auto').kernel.name,
    notes: [
      `Mix of ${values.bytes}, --at all on ${values['all-bytes']}, one file of ${values['file-bytes']}; all in the page cache, output not synced.`,
    ],
    rows,
  };
  console.log(targetTable(result));
  if (!values.dry) console.log(`kept as ${saveResult('targets', result, targetTable)}.{json,md}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {import('./targets/target-list.mjs').Target} target @returns {Promise<TargetRow>} */
async function runTarget({ ours, other, ...target }) {
  /** @type {TargetRow} */
  const row = { ...target, ourSeconds: [], otherSeconds: [], ourPeakRssBytes: 0 };
  for (let round = 0; round < Number(values.rounds); round++) {
    const own = await run(target.name, ours);
    const others = await run(target.name, other());
    row.ourSeconds.push(own.seconds);
    row.otherSeconds.push(others.seconds);
    row.ourPeakRssBytes = Math.max(row.ourPeakRssBytes, own.peakRssBytes ?? 0);
    console.error(
      `${target.name}, round ${round + 1}: ${own.seconds.toFixed(2)} s, the other ${others.seconds.toFixed(2)} s`,
    );
  }
  return row;
}

/** @param {string} name @param {import('./targets/programs.mjs').Program} program */
async function run(name, program) {
  const measured = await measure(program);
  // 3 is promptmill's word for damaged sessions that were refused; the mix holds some.
  if (measured.exitCode !== 0 && measured.exitCode !== 3) {
    throw new Error(`${name}: exit code ${measured.exitCode}: ${measured.errorText.trim()}`);
  }
  return measured;
}
