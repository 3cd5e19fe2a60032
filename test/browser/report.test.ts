import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium, NO_CHROMIUM } from '../../scripts/find-chromium.mjs';
import { contrastOf } from './contrast.js';
import { hostileTexts } from '../support/hostile-texts.js';
import { openPage, type OpenPage, writePage } from './report-page.js';
import * as rollout from '../support/rollout-lines.js';

const executablePath = findChromium();

const longText = `${'The stone turns.\n'.repeat(200)}At last the needle.`;

/** Five requests; a tool was used, what was said is hostile, and one text is long. */
const session = [
  rollout.meta(),
  rollout.started('one'),
  rollout.context('one'),
  rollout.developer('<permissions instructions>Grind only.</permissions instructions>'),
  ...rollout.prompt('Fill the hopper.'),
  rollout.item(rollout.call('c1', 'grind')),
  rollout.item(rollout.output('c1', longText)),
  rollout.assistant('Filled.'),
  rollout.tokens(),
  rollout.completed('one'),
  ...rollout.turn('two', hostileTexts.join('\n---\n'), hostileTexts.join('')),
  ...hostileTexts.flatMap((text) => [
    rollout.item(rollout.call(text, text)),
    rollout.item(rollout.output(text, text)),
  ]),
  ...rollout.turn('three', 'Lift the sluice.', 'Lifted.'),
  ...rollout.turn('four', 'Lift the sluice.', 'It is up.'),
];

/** A window that shows every part at once: others are in the document only when they are near it. */
const tall = { height: 8000 };

/** The text of the first element; empty when there is none. */
const textOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);

const countOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** How far the document is wider than the window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The first time it empties the line, the second time it leaves it. */
async function clearSearch(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
}

describe.skipIf(executablePath === undefined)(
  `the page of a session (${executablePath ?? NO_CHROMIUM})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'promptmill-page-'));
    let browser: Browser;
    let address: string;
    let opened: OpenPage | undefined;

    beforeAll(async () => {
      address = writePage(folder, session);
      browser = await puppeteer.launch({
        executablePath: executablePath ?? '',
        args: [...CHROMIUM_ARGUMENTS],
      });
    });

    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    afterEach(async () => {
      const troubles = opened?.troubles ?? [];
      await opened?.page.close();
      opened = undefined;
      if (troubles.length > 0) throw new Error(troubles.join('\n'));
    });

    async function open(options = {}): Promise<Page> {
      opened = await openPage(browser, address, options);
      return opened.page;
    }

    it('shows the last request, and what the session is', async () => {
      const page = await open(tall);
      expect(await textOf(page, '#title')).toBe('rollout.jsonl');
      expect(await textOf(page, '#facts')).toContain(rollout.threadId);
      const last = await page.evaluate(
        () => document.querySelectorAll('#picker option').length - 1,
      );
      expect(await textOf(page, '#timeline-note')).toContain(`#${last} turn: `);
      expect(await textOf(page, '#parts')).toContain('Lift the sluice.');
    });

    it('shows hostile texts as texts, and runs nothing of them', async () => {
      const page = await open(tall);
      const shown = await page.evaluate(() =>
        [...document.querySelectorAll('.text')].map(({ textContent }) => textContent),
      );
      expect(hostileTexts.filter((text) => !shown.includes(text))).toEqual([]);
      expect(await page.evaluate(() => 'broken' in window)).toBe(false);
      expect(await countOf(page, 'script')).toBe(2);
      expect(await countOf(page, '#parts :is(script, img, svg, b, a)')).toBe(0);
    });

    it('tells of a part that is clicked where it comes from, and closes with Escape', async () => {
      const page = await open();
      const head = '.part[data-family="call"] .part-head';
      await page.click(head);
      const details = await textOf(page, '#details');
      expect(details).toContain('rollout.jsonl:7');
      expect(details).toMatch(/Byte[\d,]+/);
      expect(details).toContain('item.recorded');
      expect(details).toMatch(/\/input\/\d+/);
      expect(details).toContain('exact');
      expect(await isFocused(page, '#details')).toBe(true);
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => document.getElementById('details')?.hidden)).toBe(true);
      expect(await isFocused(page, head)).toBe(true);
    });

    it('counts the copies of a text', async () => {
      const page = await open(tall);
      const last = await page.evaluate(() => {
        const heads = [...document.querySelectorAll('.part')].filter((part) =>
          part.textContent?.includes('Lift the sluice.'),
        );
        return heads.at(-1)?.querySelector('.part-head')?.id ?? '';
      });
      await page.click(`#${last}`);
      expect(await textOf(page, '#details')).toContain('2 with the same text');
    });

    it('is walked by keyboard: requests, parts, provenance', async () => {
      const page = await open();
      const chosen = () =>
        page.evaluate(() => document.getElementById('timeline')?.getAttribute('aria-valuenow'));
      const before = Number(await chosen());
      await page.keyboard.press('k');
      await page.keyboard.press('ArrowLeft');
      expect(Number(await chosen())).toBe(before - 2);
      await page.keyboard.press('j');
      expect(Number(await chosen())).toBe(before - 1);
      await page.focus('#timeline');
      await page.keyboard.press('Home');
      expect(Number(await chosen())).toBe(1);
      await page.focus('#part-0');
      await page.keyboard.press('ArrowDown');
      expect(await isFocused(page, '#part-1')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await isFocused(page, '#details')).toBe(true);
      await page.keyboard.press('Escape');
      expect(await isFocused(page, '#part-1')).toBe(true);
    });

    it('finds texts, goes from hit to hit, and opens what was folded', async () => {
      const page = await open();
      await search(page, 'LIFT');
      expect(await textOf(page, '.hit-note')).toMatch(/^1 of 3 · 1 other request$/);
      expect(await textOf(page, 'mark.current')).toBe('Lift');
      await page.keyboard.press('Enter');
      expect(await textOf(page, '.hit-note')).toMatch(/^2 of 3/);
      await page.keyboard.down('Shift');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Shift');
      expect(await textOf(page, '.hit-note')).toMatch(/^3 of 3/);

      await clearSearch(page);
      expect(await textOf(page, '.hit-note')).toBe('');
      expect(await countOf(page, 'mark')).toBe(0);
      await search(page, 'the needle');
      expect(await textOf(page, 'mark.current')).toBe('the needle');
      const isSeen = await page.evaluate(() => {
        const place = document.querySelector('mark.current')?.getBoundingClientRect();
        return place !== undefined && place.top >= 0 && place.bottom <= window.innerHeight;
      });
      expect(isSeen).toBe(true);
    });

    it('takes what is searched for as it is typed, signs of patterns too', async () => {
      const page = await open();
      await search(page, '$& $`');
      expect(await textOf(page, 'mark.current')).toBe('$& $`');
      await clearSearch(page);
      await search(page, 'nowhere (to be [found');
      expect(await textOf(page, '.hit-note')).toBe('no hit');
    });

    it('weighs sections by bytes and by tokens, and a tile filters the request', async () => {
      const page = await open(tall);
      const whole = await countOf(page, '.part');
      const tile = '.tile[data-section="tool_output"]';
      expect(await textOf(page, tile)).toMatch(/tool output[\d.]+ kB/);
      await page.click('#measure [data-value="tokens"]');
      expect(await textOf(page, tile)).toMatch(/tool output[\d.]+k? tok/);
      await page.click(tile);
      expect(await countOf(page, '.part')).toBe(1 + hostileTexts.length);
      expect(await textOf(page, '#filter-note')).toContain(`of ${whole} parts: tool output`);
      await page.click('#filter-note button');
      expect(await countOf(page, '.part')).toBe(whole);
    });

    it('chooses a request on the time line', async () => {
      const page = await open();
      const bars = await page.$('#timeline');
      await bars?.click({ offset: { x: 5, y: 60 } });
      expect(await textOf(page, '#timeline-note')).toMatch(/^#0 turn: /);
      expect(page.url()).toMatch(/#0$/);
      expect(await textOf(page, '#parts')).not.toContain('Lift the sluice.');
    });

    it.each(['light', 'dark'])('has the contrast of WCAG AA in %s', async (scheme) => {
      const page = await open({ scheme });
      await page.click('.part-head');
      await search(page, 'stone');
      const selectors = [
        'h1',
        '.eyebrow',
        '.fact-name',
        '.legend li',
        '.band-note',
        '.picker select',
        'dt',
        '.hint',
        '.choice button',
        '.choice [aria-pressed="true"]',
        '.tile',
        '.section-name',
        '.figure',
        '.source-name',
        '.chip.role',
        '.chip.section',
        '.chip.source',
        '.size',
        '.text',
        'mark',
        'mark.current',
        '.hit-note',
        '.details .rule',
        '.details .link',
        '.unfold',
      ];
      const tooFaint: string[] = [];
      for (const selector of selectors) {
        const contrast = (await contrastOf(page, selector)) ?? Infinity;
        if (contrast < 4.5) tooFaint.push(`${selector}: ${contrast.toFixed(2)}`);
      }
      expect(tooFaint).toEqual([]);
    });

    it('is turned dark and light, and back to what the system has', async () => {
      const page = await open();
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await paper();
      await page.click('#top-tools [data-value="dark"]');
      expect(await paper()).not.toBe(light);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      await page.click('#top-tools [data-value="light"]');
      expect(await paper()).toBe(light);
      await page.click('#top-tools [data-value="auto"]');
      expect(await paper()).not.toBe(light);
    });

    it.each([320, 375, 768, 1024, 1920])('fits a window that is %i pixels wide', async (width) => {
      const page = await open({ width });
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.click('.part-head');
      await search(page, 'stone');
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    });

    it('draws tiles and time line anew when the window changes', async () => {
      const page = await open({ width: 1280 });
      await page.setViewport({ width: 375, height: 812 });
      const gap = await page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
        const tiles = [...document.querySelectorAll<HTMLElement>('.tile')];
        const right = Math.max(...tiles.map((tile) => tile.offsetLeft + tile.offsetWidth));
        return (document.getElementById('treemap')?.clientWidth ?? 0) - right;
      });
      expect(Math.abs(gap)).toBeLessThanOrEqual(1);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    });

    it('is printed whole, without what is there to be pressed', async () => {
      const page = await open({ height: 300 });
      await page.emulateMediaType('print');
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      const setSize = await page.evaluate(() =>
        document.querySelector('.part')?.getAttribute('aria-setsize'),
      );
      expect(await countOf(page, '.part')).toBe(Number(setSize));
      const isShown = (selector: string) =>
        page.evaluate(
          (wanted) => document.querySelector<HTMLElement>(wanted)?.offsetParent !== null,
          selector,
        );
      expect(await isShown('#search')).toBe(false);
      expect(await isShown('#parts')).toBe(true);
    });

    it('moves nothing for those who want no motion', async () => {
      const page = await open();
      const durations = () =>
        page.evaluate(
          () =>
            getComputedStyle(document.querySelector('.part') ?? document.body).transitionDuration,
        );
      expect(await durations()).not.toBe('0s');
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      expect(await durations()).toBe('0s');
    });

    it('holds few elements however many parts a request has', async () => {
      const turns = Array.from({ length: 11 }, (_, turn) => [
        rollout.started(`t${turn}`),
        rollout.context(`t${turn}`),
        ...rollout.prompt(`Question ${turn}.`),
        ...Array.from({ length: 200 }, (_, nth) => rollout.assistant(`Grain ${turn * 200 + nth}.`)),
        rollout.tokens(),
        rollout.completed(`t${turn}`),
      ]);
      const large = writePage(mkdtempSync(join(folder, 'large-')), [
        rollout.meta(),
        ...turns.flat(),
      ]);
      opened = await openPage(browser, large);
      const { page } = opened;
      const mostElements = 2500;
      expect(
        Number(
          await page.evaluate(() => document.querySelector('.part')?.getAttribute('aria-setsize')),
        ),
      ).toBeGreaterThan(1999);
      const counts: number[] = [];
      for (let step = 0; step <= 20; step += 1) {
        counts.push(
          await page.evaluate(async (share) => {
            window.scrollTo(0, document.documentElement.scrollHeight * share);
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
            return document.querySelectorAll('*').length;
          }, step / 20),
        );
      }
      expect(Math.max(...counts)).toBeLessThan(mostElements);
      expect(await textOf(page, '#parts')).toContain('Question 10.');
      await search(page, 'Grain 1500.');
      expect(await textOf(page, '.hit-note')).toBe('1 of 1 · 2 other requests');
      expect(await textOf(page, 'mark.current')).toBe('Grain 1500.');
      expect(await countOf(page, '*')).toBeLessThan(mostElements + 1000);
    });
  },
);
