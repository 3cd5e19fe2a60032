// What the targets came to, as a table.

import { machineLine } from '../machine-facts.mjs';
import { median } from '../median.mjs';

/**
 * @typedef {object} TargetRow
 * @property {string} name
 * @property {string} says
 * @property {number} wanted
 * @property {'at least' | 'at most'} bound
 * @property {'×' | 'ms'} unit
 * @property {number[]} ourSeconds     one a round
 * @property {number[]} otherSeconds
 * @property {number} ourPeakRssBytes  the highest of all rounds
 */

/** @typedef {{ date: string, revision: string, machine: import('../machine-facts.mjs').MachineFacts, kernel: string, notes: readonly string[], rows: readonly TargetRow[] }} TargetResult */

/** The median of the rounds' figures: what slows a whole round down cancels out. @param {TargetRow} row */
export function figureOf({ unit, ourSeconds, otherSeconds }) {
  return median(
    ourSeconds.map((ours, round) => {
      const other = otherSeconds[round] ?? Number.NaN;
      return unit === 'ms' ? (ours - other) * 1000 : other / ours;
    }),
  );
}

/** @param {TargetRow} row */
export function isReached(row) {
  const figure = figureOf(row);
  return row.bound === 'at least' ? figure >= row.wanted : figure <= row.wanted;
}

/** @param {TargetResult} result @returns {string} Markdown */
export function targetTable({ date, revision, machine, kernel, notes, rows }) {
  return [
    `# Targets, ${date}`,
    '',
    `${machineLine(machine)}, kernel ${kernel}, revision ${revision}. Medians of ${rows[0]?.ourSeconds.length ?? 0} rounds, ours and the other in turns.`,
    ...notes.map((note) => `- ${note}`),
    '',
    '| target | what | asked | measured | reached | ours, s | the other, s | our peak memory, MB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
    '',
  ].join('\n');
}

/** @param {TargetRow} row */
function cellsOf(row) {
  const { name, says, wanted, bound, unit } = row;
  const inUnit = (/** @type {number} */ figure) =>
    unit === 'ms' ? `${figure.toFixed(0)} ms` : `${figure.toFixed(2)} ×`;
  return [
    name,
    says,
    `${bound} ${inUnit(wanted)}`,
    inUnit(figureOf(row)),
    isReached(row) ? 'yes' : 'no',
    median(row.ourSeconds).toFixed(3),
    median(row.otherSeconds).toFixed(3),
    row.ourPeakRssBytes === 0 ? '' : (row.ourPeakRssBytes / 1e6).toFixed(0),
  ];
}
