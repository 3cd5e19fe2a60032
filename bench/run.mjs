#!/usr/bin/env node
// Runs benches and keeps their results: npm run bench -- [NAME…]
//
//   npm run bench                          kernels and pipeline
//   npm run bench -- kernels               one folder; or one bench, like `pipeline/all`
//   npm run bench -- corpus --bytes 20MB   whole programs over a corpus; its flags are in corpus/run.mjs
//   npm run bench -- memory                peak memory on huge files; its flags are in memory.mjs
//   npm run bench -- targets               what is to be reached, and what was; its flags are in targets.mjs
//   npm run bench -- scale                 whether cost grows in a straight line; its flags are in scale.mjs
//
//   --rounds N         (default 15)
//   --round-ms N       least time of a way in a round (default 20)
//   --warm-ms N        least time of a way before the first round (default 400)
//   --dry              print the tables, keep no results

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { build } from '../scripts/build.mjs';
import { machineFacts } from './machine-facts.mjs';
import { readCommand } from './read-command.mjs';
import { table } from './report.mjs';
import { revision } from './revision.mjs';
import { saveResult, today } from './save-result.mjs';

const files = {
  corpus: 'corpus/run.mjs',
  memory: 'memory.mjs',
  targets: 'targets.mjs',
  scale: 'scale.mjs',
  one: 'run-one.mjs',
};

try {
  const command = readCommand(process.argv.slice(2));
  // What is measured is dist/, which must be what src/ says.
  build({ ifStale: true, keepGoing: true });
  if (command.kind === 'program') await runProgram(command);
  else for (const name of command.names) await runBench(name, command);
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

/** @param {import('./read-command.mjs').ProgramCommand} command */
async function runProgram({ name, args }) {
  const child = spawn(process.execPath, [pathOf(name), ...args], { stdio: 'inherit' });
  process.exitCode = await ended(child);
}

/** @param {string} name @param {import('./read-command.mjs').BenchesCommand} command */
async function runBench(name, { effort, keeps }) {
  const machine = machineFacts();
  const args = ['--expose-gc', pathOf('one'), name, JSON.stringify(effort)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [shown, code] = await Promise.all([text(child.stdout), ended(child)]);
  if (code !== 0) throw new Error(`${name} failed with exit code ${code}`);
  const head = { name, date: today(), revision: revision(), machine, setup: effort };
  const report = { ...head, ...JSON.parse(shown) };
  console.log(table(report));
  if (keeps) console.log(`kept as ${saveResult(name, report, table)}.{json,md}\n`);
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** @param {string} name */
function pathOf(name) {
  return fileURLToPath(new URL(files[/** @type {keyof typeof files} */ (name)], import.meta.url));
}
