#!/usr/bin/env node
// `npm run conformance`: holds what is rendered against the recordings, and renders the corpus.
//
//   run.mjs                        both, and what is stripped, compacted and told of goals
//   run.mjs recordings [PART…]     the recordings, or the cases whose name has one of the parts in it
//   run.mjs corpus [--table]       the corpus; --table prints its contextual fragments by file and kind
//
// The recordings are no part of this repository: they are looked for beside it, or in the folder that
// PROMPTMILL_RECORDINGS names. What is not there is skipped, with a word.

import { rmSync } from 'node:fs';
import { compareCompactions } from './compact.mjs';
import { compareRecordings } from './compare-recordings.mjs';
import { fragmentTable, readCorpus } from './corpus.mjs';
import { compareGoals } from './goals.mjs';
import { judge, judgeCorpus, readKnownMisses } from './known-misses.mjs';
import { BUILTIN_PACK, CORPUS, isThere, PACK_SOURCE, RELEASES } from './place.mjs';
import { packFromRecordings } from './recordings.mjs';
import { checkStrip } from './strip.mjs';

/** @param {readonly string[]} args @returns {Promise<number>} the exit code: 0 as expected, 1 not, 2 not understood */
async function main([what, ...rest]) {
  if (what !== undefined && what !== 'recordings' && what !== 'corpus') {
    console.error('usage: run.mjs [recordings [PART…] | corpus [--table]]');
    return 2;
  }
  const problems = [
    ...(what === 'corpus' ? [] : await runRecordings(rest)),
    ...(what === 'recordings' ? [] : await runCorpus(rest.includes('--table'))),
    ...(what === undefined ? runParts() : []),
  ];
  for (const problem of problems) console.log(`NOT AS EXPECTED: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

/** @param {readonly string[]} only @returns {Promise<string[]>} what is not as expected */
async function runRecordings(only) {
  const there = RELEASES.filter(({ root }) => isThere(root));
  const skipped = RELEASES.length - there.length;
  if (skipped > 0) console.log(`skipped ${skipped} of ${RELEASES.length} releases: no recordings`);
  if (there.length === 0) return [];
  const pack = packFromRecordings(PACK_SOURCE, BUILTIN_PACK);
  const problems = [];
  for (const release of there) problems.push(...(await runRelease(release, pack, only)));
  rmSync(pack, { recursive: true });
  return problems;
}

/** @param {import('./place.mjs').Release} release @param {string} pack @param {readonly string[]} only */
async function runRelease(release, pack, only) {
  const { version } = release;
  const comparison = await compareRecordings(release, { pack, only });
  const { cases, total, equal, misses } = comparison;
  const { surprises, reasons } = judge(comparison, readKnownMisses()[version] ?? [], {
    isWhole: only.length === 0,
  });
  for (const { miss, reason } of reasons) {
    const given = miss.equalWith === undefined ? '' : `; equal with ${GIVEN[miss.equalWith]}`;
    console.log(`${version} ${miss.case} ${miss.request}: ${reason}${given}`);
  }
  const told = misses.filter(({ equalWith }) => equalWith !== undefined).length;
  console.log(
    `${version}: ${equal} of ${total} requests in ${cases} cases are equal; ${equal + told} with what a rollout cannot tell`,
  );
  return surprises.map((surprise) => `${version} ${surprise}`);
}

const GIVEN = {
  tools: 'the tools given',
  openai: 'the provider given',
  rules: 'the release given',
};

/** @param {boolean} hasTable @returns {Promise<string[]>} what is not as expected */
async function runCorpus(hasTable) {
  if (!isThere(CORPUS)) {
    console.log('skipped the corpus: it is not there');
    return [];
  }
  const files = await readCorpus(CORPUS);
  const requests = files.reduce((sum, file) => sum + file.requests, 0);
  const explained = files.filter(({ explanation }) => explanation !== undefined);
  if (hasTable) console.log(fragmentTable(files));
  for (const { name, explanation } of explained) console.log(`corpus ${name}: ${explanation}`);
  console.log(
    `corpus: ${requests} requests in ${files.length} files, ${explained.length} without any`,
  );
  const known = readKnownMisses()['corpus'] ?? [];
  for (const row of known) console.log(`corpus ${row.case}: ${row.reason}`);
  return judgeCorpus(files, known).map((surprise) => `corpus ${surprise}`);
}

/** What is not rendering: strip, compactions, goals. @returns {string[]} what is not as expected */
function runParts() {
  const problems = [];
  const folders = [CORPUS, ...RELEASES.map(({ root }) => root)].filter(isThere);
  const strip = checkStrip(folders);
  const faults = [...strip.leaks, ...strip.losses, ...strip.changes];
  console.log(
    `strip: ${strip.leaks.length} leaks, ${strip.losses.length} losses and ${strip.changes.length} other changes in ${strip.files} files`,
  );
  problems.push(...faults.map((fault) => `strip ${fault}`));
  for (const release of RELEASES.filter(({ root }) => isThere(root))) {
    const pack = packFromRecordings(PACK_SOURCE, BUILTIN_PACK);
    const scores = { ...compareCompactions(release, { pack }), goals: compareGoals(release) };
    rmSync(pack, { recursive: true });
    for (const [what, { equal, total, misses }] of Object.entries(scores)) {
      const name = what === 'goals' ? 'goal items' : `compactions, ${what}`;
      console.log(`${release.version}: ${name}: ${equal} of ${total} equal`);
      problems.push(...misses.map((miss) => `${release.version} ${name}: ${miss}`));
    }
  }
  return problems;
}

process.exitCode = await main(process.argv.slice(2));
