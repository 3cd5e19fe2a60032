#!/usr/bin/env node
// The corpus bench: whole processes over a generated corpus, interleaved, against a plain copy and the usual ways.
//
//   node bench/corpus/run.mjs --bytes 200MB --rounds 5
//
//   --bytes SIZE       corpus for `--at last` (default 200MB)
//   --all-bytes SIZE   corpus for `--at all`, whose output is many times its input (default 20MB)
//   --jq-bytes SIZE    jq, jaq and DuckDB get no more than this: they would take minutes (default 200MB)
//   --rounds N         (default 5)
//   --seed TEXT        (default 1)
//   --only PATTERN     programs whose name matches; repeat the word `copy` and `straightforward` to keep the ratios
//   --at last|all      one question only
//   --dry              print the table, keep no results

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { machineFacts } from '../machine-facts.mjs';
import { today } from '../save-result.mjs';
import { contenders } from './contenders.mjs';
import { parseSize } from './generate/parse-size.mjs';
import { measure } from './measure.mjs';
import { corpora, prepareCorpus, warm } from './prepare-corpus.mjs';
import { save, table } from './report.mjs';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '200MB' },
    'all-bytes': { type: 'string', default: '20MB' },
    'jq-bytes': { type: 'string', default: '200MB' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    at: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
});

/** @typedef {import('./report.mjs').Row} Row */
/** @typedef {import('./prepare-corpus.mjs').Corpus} Corpus */
/** One question, and for each program the corpus it gets and what it showed. @typedef {{ at: import('./contenders.mjs').At, size: string, corpus: Corpus, given: Corpus[], rows: Row[] }} Question */

const rounds = Number(values.rounds);
const machine = machineFacts();
const only = new RegExp(values.only);
const programs = contenders().filter(({ name }) => only.test(name));

// On the disk of the corpus: a temporary folder elsewhere may be memory, which would flatter whoever writes most.
mkdirSync(corpora, { recursive: true });
const scratch = mkdtempSync(join(corpora, 'output-'));
try {
  const questions = askedQuestions();
  for (let round = 0; round < rounds; round++) {
    for (const question of questions) await runRound(question, round);
  }
  finish(questions);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @returns {Question[]} */
function askedQuestions() {
  const sizes = { last: values.bytes, all: values['all-bytes'] };
  return /** @type {const} */ (['last', 'all'])
    .filter((at) => values.at === undefined || values.at === at)
    .map((at) => {
      const size = sizes[at];
      const corpus = warmCorpus(size);
      const given = programs.map(({ slow }) => {
        const tooMuch = slow && parseSize(size) > parseSize(values['jq-bytes']);
        return tooMuch ? warmCorpus(values['jq-bytes']) : corpus;
      });
      const rows = programs.map((program, index) => emptyRow(program, at, given[index]));
      return { at, size, corpus, given, rows };
    });
}

/** @param {string} size */
function warmCorpus(size) {
  const corpus = prepareCorpus({ size, seed: values.seed });
  warm(corpus);
  return corpus;
}

/**
 * @param {import('./contenders.mjs').Contender} program
 * @param {import('./contenders.mjs').At} at
 * @param {Corpus} corpus
 * @returns {Row}
 */
function emptyRow({ name, missing, only: question }, at, corpus) {
  const reason = question === undefined || question === at ? missing : `no program for --at ${at}`;
  return {
    at,
    name,
    inputBytes: corpus.bytes,
    seconds: [],
    cpuSeconds: [],
    peakRssBytes: 0,
    outputBytes: 0,
    ...(reason === undefined ? {} : { leftOut: reason }),
  };
}

/** Every program once; who begins moves on with the round. @param {Question} question @param {number} round */
async function runRound({ at, given, rows }, round) {
  for (let turn = 0; turn < programs.length; turn++) {
    const index = (turn + round) % programs.length;
    const row = rows[index];
    if (row.leftOut !== undefined) continue;
    const output = join(scratch, 'output.jsonl');
    const job = programs[index].program({ at, input: given[index].folder, output });
    const { seconds, cpuSeconds, peakRssBytes, exitCode, errorText } = await measure(job);
    row.outputBytes = emptyScratch();
    // 3 is promptmill's word for damaged sessions that were refused; the mix holds some.
    if ((exitCode !== 0 && exitCode !== 3) || row.outputBytes === 0) {
      row.leftOut = `failed with exit code ${exitCode}: ${errorText.trim().split('\n').at(-1)}`;
      continue;
    }
    row.seconds.push(seconds);
    if (cpuSeconds !== undefined) row.cpuSeconds.push(cpuSeconds);
    row.peakRssBytes = Math.max(row.peakRssBytes, peakRssBytes ?? 0);
    console.error(`round ${round + 1}, at ${at}: ${row.name}: ${seconds.toFixed(2)} s`);
  }
}

/** Removes what a program wrote, and tells how much it was. */
function emptyScratch() {
  let bytes = 0;
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    bytes += statSync(path).size;
    rmSync(path, { recursive: true });
  }
  return bytes;
}

/** @param {Question[]} questions */
function finish(questions) {
  const result = {
    date: today(),
    machine,
    corpora: questions.map(({ size, corpus }) => {
      const { seed, files, bytes } = corpus;
      return { size, seed, files, bytes };
    }),
    rounds,
    notes: [
      'The page cache is warm: every file was read before the first round. Output goes to the same disk and is not synced.',
      ...questions.map(
        ({ at, corpus }) =>
          `--at ${at}: ${corpus.files} files, ${(corpus.bytes / 1e6).toFixed(1)} MB, seed ${corpus.seed}; jq, jaq and DuckDB get at most ${values['jq-bytes']}.`,
      ),
      'All programs but promptmill do less: no context, pairing, truncation or shared prefixes.',
    ],
    rows: questions.flatMap((question) => question.rows),
  };
  console.log(table(result));
  if (!values.dry) console.log(`kept as ${save(result)}.{json,md}`);
}
