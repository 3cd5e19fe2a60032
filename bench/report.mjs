// What a bench of `benches.mjs` has shown, as a table for people.

import { machineLine } from './machine-facts.mjs';
import { summarise } from './summarise.mjs';
import { sizeText, threeDigits, timeText } from './table-text.mjs';

/**
 * @typedef {object} Report
 * @property {string} name       of the bench, like `kernels/scan`
 * @property {string} about
 * @property {string} date
 * @property {string} revision
 * @property {import('./machine-facts.mjs').MachineFacts} machine
 * @property {import('./compare.mjs').Effort} setup
 * @property {import('./compare.mjs').ComparisonResult[]} comparisons
 */

/** @param {Report} report @returns {string} Markdown */
export function table({ name, about, date, revision, machine, setup, comparisons }) {
  const effort = `Medians of ${setup.rounds} interleaved rounds of at least ${setup.roundMs} ms a way.`;
  const lines = [
    `# ${name}, ${date}, revision ${revision}`,
    '',
    about,
    '',
    `${machineLine(machine)}. ${effort}`,
  ];
  for (const comparison of comparisons) lines.push('', ...tableOf(comparison));
  return `${lines.join('\n')}\n`;
}

/** @param {import('./compare.mjs').ComparisonResult} comparison */
function tableOf(comparison) {
  const { input, bytes, references } = comparison;
  const against = references.map((name) => `× ${name}`);
  const heads = ['way', 'MB/s', 'time', 'fastest–slowest round', ...against];
  return [
    `## ${input} (${sizeText(bytes)})`,
    '',
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`,
    ...summarise(comparison).map((row) => {
      const cells = [
        row.name,
        threeDigits(row.megabytesPerSecond),
        timeText(row.ms),
        `${timeText(row.lowMs)}–${timeText(row.highMs)}`,
        ...row.speedups.map(threeDigits),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}
