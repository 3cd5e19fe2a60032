#!/usr/bin/env node
// Draws the newest result of the corpus bench as docs/images/speed.svg.
//
//   --check          change nothing; fail when the plot is not that of the result
//   --result FILE    take this result, not the newest one in bench/results

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { median } from '../bench/median.mjs';
import { barChart } from '../dist/report/svg/bar-chart.js';
import { chooseResult, nameIn, readResult, readResults } from './readme-numbers.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const PLOT = join(REPO, 'docs', 'images', 'speed.svg');

/** @param {import('../bench/corpus/report.mjs').Result} result @returns {string} an SVG document */
export function speedPlot(result) {
  const rows = result.rows.filter((row) => row.at === 'last' && row.seconds.length > 0);
  const { machine, date } = result;
  return barChart({
    title: 'The last request of each session, input in MB a second',
    subtitle: `${machine.processor}, ${machine.processors} processors, Node ${machine.node}, ${date}`,
    bars: rows.map((row) => {
      const rate = row.inputBytes / median(row.seconds) / 1e6;
      return { name: nameIn(row, rows).replaceAll('`', ''), value: rate, label: rate.toFixed(0) };
    }),
    axis: 'MB a second',
  });
}

function main() {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, result: { type: 'string' } },
  });
  const chosen =
    values.result === undefined ? chooseResult(readResults()) : readResult(values.result);
  if (chosen === undefined) return;
  const wanted = speedPlot(chosen.result);
  const name = relative(REPO, PLOT);
  if (existsSync(PLOT) && readFileSync(PLOT, 'utf8') === wanted) {
    console.log(`${name}: as in ${relative(REPO, chosen.path)}`);
  } else if (values.check) {
    console.error(`${name} is not as in ${chosen.path}: run scripts/plot-speed.mjs`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(PLOT), { recursive: true });
    writeFileSync(PLOT, wanted);
    console.log(`${name}: drawn from ${relative(REPO, chosen.path)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
