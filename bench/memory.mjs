#!/usr/bin/env node
// Shows that memory is bounded: renders files with huge lines, and one beyond 4 GiB, and looks at peak resident memory.
//
//   node bench/memory.mjs         exits with 1 when a peak is above the bound; needs 7 GB of disk for a while
//
//   --only PATTERN     files whose name matches (default all, and then all of them at once)
//   --at last|all      (default last; all requests of the largest file are 18 GB)
//   --bound SIZE       (default 300MB)
//   --in DIR           where the files are made, and removed (default bench/.corpus)
//   --dry              print the table, keep no results

import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { parseSize } from './corpus/generate/parse-size.mjs';
import { writeFiles } from './corpus/generate/write-files.mjs';
import { measure } from './corpus/measure.mjs';
import { corpora } from './corpus/prepare-corpus.mjs';
import { machineFacts } from './machine-facts.mjs';
import { memoryFiles } from './memory/memory-files.mjs';
import { exceeding, memoryTable } from './memory/memory-report.mjs';
import { revision } from './revision.mjs';
import { saveResult, today } from './save-result.mjs';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    at: { type: 'string', default: 'last' },
    bound: { type: 'string', default: '300MB' },
    in: { type: 'string', default: corpora },
    dry: { type: 'boolean', default: false },
  },
});

/** @typedef {{ readonly name: string, readonly what: string, readonly folders: string[], readonly bytes: number }} Input */

const machine = machineFacts();
mkdirSync(values.in, { recursive: true });
const scratch = mkdtempSync(join(values.in, 'memory-'));
try {
  const inputs = makeInputs();
  const report = {
    date: today(),
    revision: revision(),
    machine,
    boundBytes: parseSize(values.bound),
    rows: /** @type {import('./memory/memory-report.mjs').MemoryRow[]} */ ([]),
  };
  for (const input of inputs) {
    for (const workers of [1, 2]) report.rows.push(await render(input, workers));
  }
  console.log(memoryTable(report));
  const name = values.at === 'last' ? 'memory' : `memory-${values.at}`;
  if (!values.dry) console.log(`kept as ${saveResult(name, report, memoryTable)}.{json,md}`);
  if (exceeding(report).length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Each file, and all of them at once: only several files give work to several threads. @returns {Input[]} */
function makeInputs() {
  const only = new RegExp(values.only);
  const inputs = memoryFiles()
    .filter(({ name }) => only.test(name))
    .map(({ name, what, pieces }) => {
      console.error(`makes ${name}`);
      const folder = join(scratch, name);
      const { bytes } = writeFiles(folder, pieces());
      return { name, what, folders: [folder], bytes };
    });
  if (inputs.length < 2) return inputs;
  return [
    ...inputs,
    {
      name: 'together',
      what: 'all of them',
      folders: inputs.flatMap(({ folders }) => folders),
      bytes: inputs.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  ];
}

/** @param {Input} input @param {number} workers */
async function render({ name, what, folders, bytes }, workers) {
  const output = join(scratch, 'output.jsonl');
  const flags = ['--at', values.at, '--workers', String(workers), '--out', output, '--quiet'];
  const args = [cli, 'render', ...folders, ...flags];
  const { seconds, peakRssBytes, exitCode, errorText } = await measure({
    command: process.execPath,
    args,
  });
  if (exitCode !== 0 || !existsSync(output)) {
    throw new Error(`${name} was not rendered (exit code ${exitCode}): ${errorText.trim()}`);
  }
  const outputBytes = statSync(output).size;
  rmSync(output);
  console.error(`${name}, ${workers} workers: ${seconds.toFixed(1)} s`);
  return {
    name,
    what,
    inputBytes: bytes,
    at: values.at,
    workers,
    peakRssBytes,
    seconds,
    outputBytes,
  };
}
