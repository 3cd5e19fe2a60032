// Contrast of a text with what lies behind it, as WCAG measures it.

import type { Page } from 'puppeteer-core';

/** Of the first element that is seen; undefined when none is. */
export function contrastOf(page: Page, selector: string): Promise<number | undefined> {
  return page.evaluate((wanted) => {
    const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const shown = [...document.querySelectorAll<HTMLElement>(wanted)].find(
      (element) => element.offsetWidth > 0,
    );
    if (paint === null || shown === undefined) return undefined;
    const rgba = (colour: string) => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      return [...paint.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind: Element | null = shown;
    while (behind !== null && rgba(getComputedStyle(behind).backgroundColor)[3] !== 255) {
      behind = behind.parentElement;
    }
    const paper =
      behind === null ? [255, 255, 255] : rgba(getComputedStyle(behind).backgroundColor);
    const [light = 0, dark = 0] = [
      luminance(rgba(getComputedStyle(shown).color)),
      luminance(paper),
    ].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }, selector);
}
