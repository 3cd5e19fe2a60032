#!/usr/bin/env node
// Draws the newest result of the scale bench as docs/images/growth.svg: time over bytes, and a straight line beside it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median } from '../bench/median.mjs';
import { lineChart } from '../dist/report/svg/line-chart.js';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(REPO, 'bench', 'results');
const PLOT = join(REPO, 'docs', 'images', 'growth.svg');

/** @param {import('../bench/scale/scale-report.mjs').ScaleResult} result @returns {string} an SVG document */
export function growthPlot({ machine, date, bytes, sessions }) {
  const over = (/** @type {typeof bytes} */ points) =>
    points.map((point) => /** @type {const} */ ([point.bytes / 1e6, median(point.seconds)]));
  return lineChart({
    title: 'Seconds for the last request of each session, over the size of the corpus',
    subtitle: `${machine.processor}, Node ${machine.node}, one worker, ${date}`,
    x: { title: 'MB of rollouts' },
    y: { title: 'seconds' },
    series: [
      { name: 'a mix of sessions', points: over(bytes) },
      { name: 'sessions of 20 kB', points: over(sessions) },
    ],
  });
}

function main() {
  const newest = readdirSync(RESULTS)
    .filter((name) => name.endsWith('-scale.json'))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error('no result is kept: npm run bench -- scale');
  const file = join(RESULTS, newest);
  writeFileSync(PLOT, growthPlot(JSON.parse(readFileSync(file, 'utf8'))));
  console.log(`${relative(REPO, PLOT)}: drawn from ${relative(REPO, file)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
