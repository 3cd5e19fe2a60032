#!/usr/bin/env node
// Puts the newest result of the corpus bench into README.md, between its two `readme-numbers` comments.
//
//   --check          change nothing; fail when README.md says something else
//   --result FILE    take this result, not the newest one in bench/results

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../bench/median.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const README = join(REPO, 'README.md');
const RESULTS = join(REPO, 'bench', 'results');
const BEGIN = '<!-- readme-numbers: begin -->';
const END = '<!-- readme-numbers: end -->';
const NO_RESULT = 'No result is kept here yet.';

const QUESTIONS = [
  { at: 'last', title: 'The last request of each session (`--at last`)' },
  {
    at: 'all',
    title: 'Every request of each session (`--at all`), whose output is many times the input',
  },
];

/** @typedef {import('../bench/corpus/report.mjs').Result} Result */
/** @typedef {import('../bench/corpus/report.mjs').Row} Row */

/**
 * The newest result; of those of one day, that of the largest corpora.
 * @param {readonly { path: string, result: Result }[]} found
 */
export function chooseResult(found) {
  const size = ({ result }) => result.corpora.reduce((sum, { bytes }) => sum + bytes, 0);
  const [best] = found.toSorted(
    (one, other) => compareTexts(other.result.date, one.result.date) || size(other) - size(one),
  );
  return best;
}

function compareTexts(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** @param {Result | undefined} result @returns {string} Markdown */
export function numbersOf(result) {
  if (result === undefined) return NO_RESULT;
  const { machine, date, rounds } = result;
  const memory = Math.round(machine.memoryBytes / 2 ** 30);
  const place = `${machine.processor}, ${machine.processors} processors, ${memory} GiB, Node ${machine.node}`;
  const repeats = rounds === 1 ? 'one round' : `the median of ${rounds} rounds`;
  return [
    `Measured on ${date}: ${place}. Whole processes, ${repeats}, files in the page cache.`,
    ...QUESTIONS.flatMap((question) => sectionOf(result, question)),
  ].join('\n');
}

/** @param {Result} result @param {{ at: string, title: string }} question */
function sectionOf(result, { at, title }) {
  const rows = result.rows.filter((row) => row.at === at && row.seconds.length > 0);
  if (rows.length === 0) return [];
  const copy = rows.find(({ name }) => name === 'copy');
  const inputBytes = Math.max(...rows.map((row) => row.inputBytes));
  return [
    '',
    `${title}, of ${megabytes(inputBytes)} MB:`,
    '',
    '| program | input, MB/s | output, MB/s | of a plain copy | peak memory, MB |',
    '|---|---|---|---|---|',
    ...rows.map((row) => tableRow(row, { rows, copy })),
  ];
}

/** @param {Row} row @param {{ rows: Row[], copy: Row | undefined }} others */
function tableRow(row, { rows, copy }) {
  const seconds = median(row.seconds);
  const share = copy === undefined ? '' : `${Math.round((rateOf(row) / rateOf(copy)) * 100)} %`;
  const cells = [
    isOurs(row.name) ? `**${row.name}**` : nameIn(row, rows),
    megabytes(rateOf(row)),
    megabytes(row.outputBytes / seconds),
    share,
    row.peakRssBytes === 0 ? '' : megabytes(row.peakRssBytes),
  ];
  return `| ${cells.join(' | ')} |`;
}

const NAMES = new Map([
  ['copy', 'plain copy of the files'],
  ['straightforward', 'Node, `JSON.parse` line by line'],
  ['straightforward, 2 threads', 'the same on 2 threads'],
  ['orjson, 2 processes', 'Python, orjson, 2 processes'],
  ['jq', 'jq, one process a file'],
  ['jaq', 'jaq, one process a file'],
]);

/**
 * What a program is called where people read it, and on how much it ran when that was less than the others did.
 * @param {Row} row
 * @param {readonly Row[]} rows
 */
export function nameIn(row, rows) {
  const name = NAMES.get(row.name) ?? row.name;
  const most = Math.max(...rows.map(({ inputBytes }) => inputBytes));
  return row.inputBytes < most ? `${name}, of ${megabytes(row.inputBytes)} MB` : name;
}

/** @param {string} name */
function isOurs(name) {
  return name.startsWith('promptmill');
}

/** @param {Row} row */
function rateOf({ inputBytes, seconds }) {
  return inputBytes / median(seconds);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(bytes < 9.5e6 ? 1 : 0);
}

/** @param {string} readme @param {string} numbers @returns {string} @throws when a comment is missing */
export function withNumbers(readme, numbers) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n${numbers}\n${readme.slice(end)}`;
}

export function readResults() {
  if (!existsSync(RESULTS)) return [];
  return readdirSync(RESULTS)
    .filter((name) => /-corpus-.*\.json$/.test(name))
    .map((name) => readResult(join(RESULTS, name)));
}

/** @param {string} path */
export function readResult(path) {
  return { path, result: JSON.parse(readFileSync(path, 'utf8')) };
}

function main() {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, result: { type: 'string' } },
  });
  const { result } = values;
  const chosen = result === undefined ? chooseResult(readResults()) : readResult(result);
  const readme = readFileSync(README, 'utf8');
  const wanted = withNumbers(readme, numbersOf(chosen?.result));
  const from = chosen?.path ?? 'no result';
  if (wanted === readme) {
    console.log(`readme-numbers: as in ${from}`);
  } else if (values.check) {
    console.error(`readme-numbers: README.md is not as in ${from}: run scripts/readme-numbers.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(README, wanted);
    console.log(`readme-numbers: written from ${from}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
