// How time grows with size, as a table, and how far it is from a straight line.

import { machineLine } from '../machine-facts.mjs';
import { median } from '../median.mjs';

/**
 * @typedef {object} ScalePoint
 * @property {number} files
 * @property {number} bytes
 * @property {number[]} seconds      one a round
 * @property {number} peakRssBytes   the highest of all rounds
 */

/** @typedef {{ date: string, revision: string, machine: import('../machine-facts.mjs').MachineFacts, workers: number, bytes: readonly ScalePoint[], sessions: readonly ScalePoint[] }} ScaleResult */

/** @param {ScaleResult} result @returns {string} Markdown */
export function scaleTable({ date, revision, machine, workers, bytes, sessions }) {
  return [
    `# Scale, ${date}`,
    '',
    `${machineLine(machine)}, revision ${revision}. \`--at last\` to the null device, ${workers} workers, medians of ${bytes[0]?.seconds.length ?? 0} runs.`,
    '',
    '## By bytes',
    '',
    ...tableOf(bytes, ({ bytes }) => bytes / 1e6, 'MB'),
    '',
    '## By sessions',
    '',
    ...tableOf(sessions, ({ files }) => files, 'sessions'),
    '',
  ].join('\n');
}

/**
 * @param {readonly ScalePoint[]} points
 * @param {(point: ScalePoint) => number} sizeOf
 * @param {string} unit
 */
function tableOf(points, sizeOf, unit) {
  const slopes = slopesOf(points, sizeOf);
  return [
    `| files | MB | seconds | ${unit} a second, from the step before | peak memory, MB |`,
    '|---|---|---|---|---|',
    ...points.map((point, index) => {
      const slope = slopes[index - 1];
      const cells = [
        String(point.files),
        (point.bytes / 1e6).toFixed(1),
        median(point.seconds).toFixed(2),
        slope === undefined ? '' : (1 / slope).toFixed(0),
        (point.peakRssBytes / 1e6).toFixed(0),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

/**
 * Seconds for one more of a size, from each point to the next: equal where cost grows in a straight line. The start of
 * the process, the same for all, drops out.
 * @param {readonly ScalePoint[]} points
 * @param {(point: ScalePoint) => number} sizeOf
 */
export function slopesOf(points, sizeOf) {
  return points.slice(1).map((point, index) => {
    const before = points[index];
    return (median(point.seconds) - median(before.seconds)) / (sizeOf(point) - sizeOf(before));
  });
}
