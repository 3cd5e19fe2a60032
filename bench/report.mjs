// What a bench has shown, as a table for people and a record for later comparison.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { machineLine, machineSlug } from './machine-facts.mjs';
import { summarise } from './summarise.mjs';

const results = fileURLToPath(new URL('results', import.meta.url));

/**
 * @typedef {object} Report
 * @property {string} name       of the bench, like `kernels/scan`
 * @property {string} about
 * @property {string} date
 * @property {import('./machine-facts.mjs').MachineFacts} machine
 * @property {import('./compare.mjs').Effort} setup
 * @property {import('./compare.mjs').ComparisonResult[]} comparisons
 */

/** @param {Report} report @returns {string} Markdown */
export function table({ name, about, date, machine, setup, comparisons }) {
  const effort = `Medians of ${setup.rounds} interleaved rounds of at least ${setup.roundMs} ms a way.`;
  const lines = [`# ${name}, ${date}`, '', about, '', `${machineLine(machine)}. ${effort}`];
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

/** Writes both forms; a later run of the same day and machine replaces them. @param {Report} report */
export function save(report) {
  mkdirSync(results, { recursive: true });
  const name = report.name.replaceAll('/', '-');
  const stem = join(results, `${report.date}-${machineSlug(report.machine)}-${name}`);
  writeFileSync(`${stem}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${stem}.md`, table(report));
  return stem;
}

/** @param {number} bytes */
export function sizeText(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${threeDigits(bytes / 1e3)} kB` : `${threeDigits(bytes / 1e6)} MB`;
}

/** @param {number} ms */
function timeText(ms) {
  if (ms < 1e-3) return `${threeDigits(ms * 1e6)} ns`;
  if (ms < 1) return `${threeDigits(ms * 1e3)} µs`;
  return ms < 1e3 ? `${threeDigits(ms)} ms` : `${threeDigits(ms / 1e3)} s`;
}

/** Digits that mean something, and no power of ten. @param {number} value */
function threeDigits(value) {
  if (!Number.isFinite(value)) return '';
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95) return value.toFixed(0);
  return value.toFixed(magnitude >= 9.995 ? 1 : 2);
}
