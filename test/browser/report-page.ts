// The page of a made-up session, opened in an installed Chromium.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { collectPage } from '../../src/report/html/collect-page.js';
import { textLimits } from '../../src/report/html/fit-texts.js';
import { readPageAssets } from '../../src/report/html/page-assets.js';
import { pageHtml } from '../../src/report/html/page-html.js';
import { createTracer } from '../../src/trace-sessions.js';
import { type Line, rolloutOf } from '../support/rollout-lines.js';

/** The script is compiled by the build, which runs before the tests. */
const assets = readPageAssets(new URL('../../dist/report/html/page/', import.meta.url));

/** Writes the page of a session with these lines. @returns its address */
export function writePage(folder: string, lines: readonly Line[]): string {
  const traced = createTracer().openBytes(rolloutOf(lines));
  const counter = { name: 'bytes/4', count: (text: string) => Math.ceil(text.length / 4) } as const;
  const data = collectPage(traced, { counter, madeBy: 'promptmill', limits: textLimits });
  const file = join(folder, 'report.html');
  writeFileSync(file, pageHtml(data, assets));
  return pathToFileURL(file).href;
}

export interface OpenPage {
  readonly page: Page;
  /** What went wrong in it: errors, warnings, and requests to anywhere. */
  readonly troubles: string[];
}

export async function openPage(
  browser: Browser,
  address: string,
  { width = 1280, height = 900, scheme = 'light' } = {},
): Promise<OpenPage> {
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => troubles.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => {
    const isOwn = request.url() === address || request.url().startsWith('data:');
    if (!isOwn) troubles.push(`request: ${request.url()}`);
  });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(address);
  // What is near the window is filled in with the next frame.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  return { page, troubles };
}
