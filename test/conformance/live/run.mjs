#!/usr/bin/env node
// `npm run conformance:live`: records the scenarios on each release, verifies them, and adds up. See --help.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareReleases } from './prepare-releases.mjs';
import { USAGE, readOptions } from './read-options.mjs';
import { recordScenario } from './record-scenario.mjs';
import { ALL_RELEASES } from './releases.mjs';
import { MATRICES, runMatrices } from './run-matrices.mjs';
import { SCENARIOS } from './scenario-table.mjs';
import { PROMPTMILL, verifyRecording } from './verify-recording.mjs';
import { BUILTIN_PACK, PACK_SOURCE, isThere } from '../place.mjs';
import { packFromRecordings } from '../recordings.mjs';

/** @typedef {import('./read-options.mjs').Options} Options */
/** @typedef {import('./record-scenario.mjs').Scenario} Scenario */
/** @typedef {import('./record-scenario.mjs').Recording} Recording */
/** @typedef {{ version: string, scenario: Scenario }} Job */
/** @typedef {Recording & { verdict?: import('./verify-recording.mjs').Verdict, untold?: Scenario['untold'] }} Result */

process.exitCode = await start();

/** @returns {Promise<number>} the exit code: 0 all equal, 1 something differs, 2 it could not run */
async function start() {
  const options = readOptions();
  return 'wrong' in options ? say(`${options.wrong}\n\n${USAGE}`, 2) : main(options);
}

/** @param {Options} options @returns {Promise<number>} the exit code */
async function main(options) {
  if (options.help) return say(USAGE);
  const jobs = planJobs(options);
  const matrices = planMatrices(options);
  if (jobs.length + matrices.length === 0) {
    return say('no scenario and no matrix has such a name; --list prints them', 2);
  }
  if (options.list) {
    const names = [
      ...jobs.map(({ version, scenario }) => `${version} ${scenario.name}`),
      ...matrices,
    ];
    return say(names.join('\n'));
  }
  if (!options.recordOnly && !existsSync(PROMPTMILL)) {
    return say(`${PROMPTMILL} is missing: run npm run build`, 2);
  }

  const { out: named, keep } = options;
  const out =
    named === undefined ? await mkdtemp(join(tmpdir(), 'promptmill-live-')) : resolve(named);
  // Local compactions are asked for in Codex's own words, which this repository does not hold.
  const pack = isThere(PACK_SOURCE) ? packFromRecordings(PACK_SOURCE, BUILTIN_PACK) : undefined;
  const { results, missing } = await runJobs(jobs, { ...options, pack }, out);
  const compared = await compareMatrices(matrices, options, out);
  if (pack !== undefined) await rm(pack, { recursive: true });
  const lines = [...missing, ...totals(results), ...skipped(jobs.length - results.length)];
  say(`\n${[...lines, ...matrixTotals(compared)].join('\n')}`);
  const allWell = results.every(isWell) && compared.every(({ unexplained }) => unexplained === 0);
  if (allWell && named === undefined && !keep) await rm(out, { recursive: true, force: true });
  else say(`the recordings are in ${out}`);
  return allWell ? 0 : 1;
}

/**
 * Runs what there are binaries for. @param {readonly Job[]} jobs @param {Options & { pack: string | undefined }} options @param {string} out
 * @returns {Promise<{ results: readonly Result[], missing: readonly string[] }>}
 */
async function runJobs(jobs, { jobs: atATime, recordOnly, pack }, out) {
  const { setups, missing } = await prepareReleases(new Set(jobs.flatMap(versionsOf)), out);
  const ready = jobs.filter((job) => versionsOf(job).every((version) => setups.has(version)));
  /** @type {Result[]} */
  const results = [];
  await eachOf(ready, atATime, async ({ version, scenario }) => {
    const setup = setups.get(version);
    if (setup === undefined) throw new Error(`${version} is not set up`);
    const result = await runJob(scenario, setup, { out, recordOnly, pack });
    results.push(result);
    say(describe(result));
  });
  return { results, missing };
}

/** @param {Options} options @returns {Job[]} */
function planJobs({ only, versions }) {
  const chosen = SCENARIOS.filter(
    ({ name }) => only.length === 0 || only.some((prefix) => name.startsWith(prefix)),
  );
  return versions.flatMap((version) =>
    chosen
      .filter((scenario) => scenario.versions.includes(version))
      .map((scenario) => ({ version, scenario })),
  );
}

/** Names of matrices to run. @param {Options} options @returns {readonly string[]} */
function planMatrices({ only, recordOnly, sessionsOnly }) {
  if (recordOnly || sessionsOnly) return [];
  return MATRICES.map(({ name }) => name).filter(
    (name) => only.length === 0 || only.some((prefix) => name.startsWith(prefix)),
  );
}

/** @param {readonly string[]} names @param {Options} options @param {string} out */
async function compareMatrices(names, { versions }, out) {
  if (names.length === 0) return [];
  const { setups } = await prepareReleases(new Set([...versions, ...between(versions)]), out);
  /** @type {Map<string, string>} */
  const binaries = new Map();
  for (const [version, setup] of setups) {
    const binary = setup.binaries[version];
    if (binary !== undefined) binaries.set(version, binary);
  }
  return runMatrices(binaries, { names, say });
}

/** Releases between are compared unless one release is asked for. @param {readonly string[]} versions */
function between(versions) {
  return versions.length === 1 ? [] : ALL_RELEASES.map(({ version }) => version);
}

/** @param {readonly import('./run-matrices.mjs').MatrixResult[]} results */
function matrixTotals(results) {
  return results.map(
    ({ name, version, equal, total, unexplained }) =>
      `${version} ${name}: equal ${equal} of ${total}${unexplained === 0 ? '' : `, ${unexplained} of the others unexplained`}`,
  );
}

/** The releases whose binaries a job runs. @param {Job} job */
function versionsOf({ version, scenario }) {
  return [version, ...(scenario.alsoNeeds ?? [])];
}

/** @param {Scenario} scenario @param {import('./record-scenario.mjs').Setup} setup @param {{ out: string, recordOnly: boolean, pack: string | undefined }} options @returns {Promise<Result>} */
async function runJob(scenario, setup, { out, recordOnly, pack }) {
  const recording = await recordScenario(scenario, setup, out);
  if (recordOnly || recording.problem !== undefined) return recording;
  const verdict = await verifyRecording(recording, pack);
  return { ...recording, verdict, ...(scenario.untold && { untold: scenario.untold }) };
}

/** @param {readonly Job[]} jobs @param {number} atATime @param {(job: Job) => Promise<void>} work */
async function eachOf(jobs, atATime, work) {
  const queue = [...jobs];
  const workers = Array.from({ length: atATime }, async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job);
  });
  await Promise.all(workers);
}

/** Equal but for the requests announced as untold. @param {Result} result */
function isWell({ problem, verdict, untold }) {
  if (problem !== undefined) return false;
  return verdict === undefined || verdict.total - verdict.equal === (untold?.requests ?? 0);
}

/** @param {Result} result */
function describe(result) {
  const { version, name, problem, verdict, untold, requests, inferences } = result;
  const head = `${version} ${name}:`;
  if (problem !== undefined) return `${head} not played to its end: ${problem}`;
  if (verdict === undefined) {
    return `${head} recorded, ${requests} requests, ${inferences} of them in the trace`;
  }
  const line = `${head} equal ${verdict.equal} of ${verdict.total}`;
  if (isWell(result)) return untold === undefined ? line : `${line} (${untold.reason})`;
  return `${line}\n${verdict.output.trim().replaceAll(/^/gm, '    ')}`;
}

/** A line for each release. @param {readonly Result[]} results */
function totals(results) {
  const versions = [...new Set(results.map(({ version }) => version))].toSorted();
  return versions.map((version) => {
    const own = results.filter((result) => result.version === version);
    const verdicts = own.flatMap(({ verdict }) => verdict ?? []);
    const broken = own.filter(({ problem }) => problem !== undefined).length;
    const requests = sum(own.map((result) => result.requests));
    const count =
      verdicts.length === 0
        ? `${requests} requests recorded`
        : `equal ${sum(verdicts.map(({ equal }) => equal))} of ${sum(verdicts.map(({ total }) => total))} requests`;
    return `${version}: ${count} in ${scenarios(own.length)}${broken === 0 ? '' : `, ${broken} not played to their end`}`;
  });
}

/** @param {number} count */
function skipped(count) {
  return count === 0 ? [] : [`skipped ${scenarios(count)}`];
}

/** @param {number} count */
function scenarios(count) {
  return count === 1 ? '1 scenario' : `${count} scenarios`;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {string} text @param {number} [exitCode] */
function say(text, exitCode = 0) {
  console.log(text);
  return exitCode;
}
