#!/usr/bin/env node
// Makes the picture of a report that the README shows: a bundled session, in an installed Chromium.
//
//   screenshot-report.mjs [OUT]     default: docs/images/report.webp

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { CHROMIUM_ARGUMENTS, findChromium, NO_CHROMIUM } from './find-chromium.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));

/** It has tools, a compaction, and a history that is short enough to be seen. */
const SESSION = join(REPO, 'scripts', 'demo', 'sessions', 'compaction-mid-turn');

/** Small enough to stand in a README. */
const MOST_BYTES = 200_000;

const out = process.argv[2] ?? join(REPO, 'docs', 'images', 'report.webp');
const folder = mkdtempSync(join(tmpdir(), 'promptmill-report-'));
try {
  const page = join(folder, 'report.html');
  writeReport(page);
  mkdirSync(dirname(out), { recursive: true });
  await takePicture(pathToFileURL(page).href, out);
  const { size } = statSync(out);
  console.log(`${out}: ${size} bytes`);
  if (size > MOST_BYTES) throw new Error(`the picture is larger than ${MOST_BYTES} bytes`);
} catch (error) {
  console.error(`screenshot-report: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} page */
function writeReport(page) {
  const [rollout = ''] = readdirSync(SESSION);
  const cli = join(REPO, 'dist', 'cli', 'main.js');
  const file = join('scripts', 'demo', 'sessions', 'compaction-mid-turn', rollout);
  execFileSync(process.execPath, [cli, 'explain', file, '--tokens', 'exact', '--html', page], {
    cwd: REPO,
  });
}

/**
 * @param {string} address
 * @param {string} path
 */
async function takePicture(address, path) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const browser = await puppeteer.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1360, height: 900 });
    await page.goto(address);
    await page.click('.part[data-family="instructions"] .part-head');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path, type: 'webp', quality: 88 });
  } finally {
    await browser.close();
  }
}
