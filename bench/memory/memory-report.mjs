// What the memory bench has shown: a table, a record, and whether the bound held.

import { machineLine } from '../machine-facts.mjs';
import { sizeText, timeText } from '../table-text.mjs';

/**
 * @typedef {object} MemoryRow
 * @property {string} name
 * @property {string} what
 * @property {number} inputBytes
 * @property {string} at
 * @property {number} workers
 * @property {number | undefined} peakRssBytes   unknown where there is no /proc
 * @property {number} seconds
 * @property {number} outputBytes
 */

/**
 * @typedef {object} MemoryReport
 * @property {string} date
 * @property {string} revision
 * @property {import('../machine-facts.mjs').MachineFacts} machine
 * @property {number} boundBytes
 * @property {MemoryRow[]} rows
 */

/** Rows that break the bound; one that was not measured does. @param {MemoryReport} report */
export function exceeding({ rows, boundBytes }) {
  return rows.filter(({ peakRssBytes = Infinity }) => peakRssBytes > boundBytes);
}

/** @param {MemoryReport} report @returns {string} Markdown */
export function memoryTable(report) {
  const { date, revision, machine, boundBytes, rows } = report;
  const broken = exceeding(report).length;
  const verdict = broken === 0 ? 'It holds.' : `It is broken by ${broken} of ${rows.length} runs.`;
  return [
    `# memory, ${date}, revision ${revision}`,
    '',
    'Peak resident memory (`VmHWM`) of `promptmill render`, a process by itself for each row.',
    `The bound is ${sizeText(boundBytes)}. ${verdict}`,
    '',
    `${machineLine(machine)}.`,
    '',
    '| file | input | --at | --workers | peak memory | time | output |',
    '|---|--:|---|--:|--:|--:|--:|',
    ...rows.map((row) => {
      const cells = [
        `${row.name}: ${row.what}`,
        sizeText(row.inputBytes),
        row.at,
        row.workers,
        row.peakRssBytes === undefined ? 'unknown' : sizeText(row.peakRssBytes),
        timeText(row.seconds * 1e3),
        sizeText(row.outputBytes),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
  ].join('\n');
}
