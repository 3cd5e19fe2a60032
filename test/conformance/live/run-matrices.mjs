// Runs what is compared case by case instead of session by session: texts and rules against the binary's own answers.

import { mkdtemp, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { capturedPack } from './captured-pack.mjs';
import { matrix as agentsMd } from './matrices/agents-md.mjs';
import { matrix as enforcement } from './matrices/enforcement.mjs';
import { matrix as environment } from './matrices/environment.mjs';
import { matrix as pack } from './matrices/pack.mjs';
import { matrix as permissions } from './matrices/permissions.mjs';
import { matrix as resumes } from './matrices/resumes.mjs';
import { matrix as rules } from './matrices/rules.mjs';
import { matrix as switches } from './matrices/switches.mjs';

/** @typedef {{ name: string, found: unknown, expected: unknown }} Miss */
/** @typedef {{ codex: string, version: string, work: string, pack: string }} Place */
/** @typedef {{ name: string, versions: readonly string[], run: (place: Place) => Promise<{ equal: number, total: number, misses: readonly Miss[] }> }} Matrix */
/** @typedef {{ name: string, version: string, equal: number, total: number, unexplained: number }} MatrixResult */

/** @type {readonly Matrix[]} */
export const MATRICES = [
  pack,
  permissions,
  rules,
  enforcement,
  agentsMd,
  environment,
  switches,
  resumes,
];

/** Of each matrix, how many misses are shown. */
const SHOWN = 10;

/**
 * @param {ReadonlyMap<string, string>} binaries by version
 * @param {{ names: readonly string[], say: (text: string) => void }} options
 * @returns {Promise<MatrixResult[]>}
 */
export async function runMatrices(binaries, { names, say }) {
  const chosen = MATRICES.filter(({ name }) => names.includes(name));
  const results = [];
  for (const [version, codex] of binaries) {
    for (const matrix of chosen.filter(({ versions }) => versions.includes(version))) {
      results.push(await runOne(matrix, { codex, version, say }));
    }
  }
  return results;
}

/** @param {Matrix} matrix @param {{ codex: string, version: string, say: (text: string) => void }} place */
async function runOne({ name, run }, { codex, version, say }) {
  // Below the home folder: newer releases leave marks in a temporary folder they may write to.
  const work = await mkdtemp(join(homedir(), '.promptmill-matrix-'));
  try {
    const { equal, total, misses } = await run({
      codex,
      version,
      work,
      pack: await capturedPack(codex, version),
    });
    say(`${version} ${name}: equal ${equal} of ${total}`);
    for (const miss of misses.slice(0, SHOWN)) say(describe(miss));
    return { name, version, equal, total, unexplained: misses.length };
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The place where a miss begins to differ. @param {Miss} miss */
function describe({ name, found, expected }) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value) ?? 'nothing');
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (/** @type {string} */ text) => text.slice(Math.max(0, at - 60), at + 100);
  return `    ${name}\n      found    ${around(one)}\n      expected ${around(other)}`;
}
