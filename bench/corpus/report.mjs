// What a run has shown, as a table for people and a record for later comparison.

import { machineLine } from '../machine-facts.mjs';
import { median } from '../median.mjs';
import { saveResult } from '../save-result.mjs';
import { copyName, straightforwardName } from './contenders.mjs';

/**
 * @typedef {object} Row
 * @property {import('./contenders.mjs').At} at
 * @property {string} name
 * @property {number} inputBytes
 * @property {number[]} seconds          one a round
 * @property {number[]} cpuSeconds
 * @property {number} peakRssBytes       the highest of all rounds
 * @property {number} outputBytes
 * @property {string} [leftOut]          why there are no numbers
 */

/**
 * @typedef {object} Result
 * @property {string} date
 * @property {import('../machine-facts.mjs').MachineFacts} machine
 * @property {{ size: string, seed: string, files: number, bytes: number }[]} corpora
 * @property {number} rounds
 * @property {readonly string[]} notes
 * @property {Row[]} rows
 */

/** @param {Result} result @returns {string} Markdown */
export function table(result) {
  const lines = [
    `# Corpus bench, ${result.date}`,
    '',
    `${machineLine(result.machine)}. Medians of ${result.rounds} interleaved rounds of whole processes.`,
    ...result.notes.map((note) => `- ${note}`),
  ];
  for (const at of /** @type {const} */ (['last', 'all'])) {
    const rows = result.rows.filter((row) => row.at === at);
    if (rows.length > 0) lines.push('', `## --at ${at}`, '', ...tableOf(rows));
  }
  return `${lines.join('\n')}\n`;
}

/** @param {Row[]} rows */
function tableOf(rows) {
  const [copy, straightforward] = [copyName, straightforwardName].map((name) =>
    rateOf(rows.find((row) => row.name === name)),
  );
  return [
    '| program | input MB/s | of plain copy | against straightforward | seconds | spread | processor s | peak memory MB | output MB | output MB/s |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => {
      if (row.leftOut !== undefined) {
        return `| ${row.name} | left out: ${row.leftOut} | | | | | | | | |`;
      }
      const seconds = median(row.seconds);
      const rate = rateOf(row);
      const cells = [
        row.name,
        (rate / 1e6).toFixed(0),
        Number.isNaN(copy) ? '' : `${((rate / copy) * 100).toFixed(0)} %`,
        Number.isNaN(straightforward) ? '' : `${(rate / straightforward).toFixed(2)} ×`,
        seconds.toFixed(2),
        `${Math.min(...row.seconds).toFixed(2)}–${Math.max(...row.seconds).toFixed(2)}`,
        row.cpuSeconds.length === 0 ? '' : median(row.cpuSeconds).toFixed(2),
        row.peakRssBytes === 0 ? '' : (row.peakRssBytes / 1e6).toFixed(0),
        (row.outputBytes / 1e6).toFixed(1),
        (row.outputBytes / 1e6 / seconds).toFixed(0),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

/** Bytes of input a second, in the median. @param {Row | undefined} row */
function rateOf(row) {
  if (row === undefined || row.seconds.length === 0) return Number.NaN;
  return row.inputBytes / median(row.seconds);
}

/** @param {Result} result */
export function save(result) {
  const sizes = result.corpora.map((corpus) => corpus.size).join('+');
  return saveResult(`corpus-${sizes}`, result, table);
}
