// What the rounds of a comparison say: medians, and ratios of ways that ran side by side in the same round.

import { median } from './median.mjs';

/**
 * @typedef {object} Summary
 * @property {string} name
 * @property {number} ms
 * @property {number} lowMs
 * @property {number} highMs
 * @property {number} megabytesPerSecond
 * @property {number[]} speedups    against each reference, in their order: above 1 is faster than it
 */

/** @param {import('./compare.mjs').ComparisonResult} result @returns {Summary[]} */
export function summarise({ bytes, references, ways }) {
  return ways.map(({ name, ms }) => ({
    name,
    ms: median(ms),
    lowMs: Math.min(...ms),
    highMs: Math.max(...ms),
    megabytesPerSecond: bytes / 1e3 / median(ms),
    speedups: references.map((reference) =>
      speedup(ms, ways.find((way) => way.name === reference)?.ms ?? []),
    ),
  }));
}

/**
 * The median of ratios, not the ratio of medians: what slows a whole round down slows both, and cancels out.
 * @param {readonly number[]} ms
 * @param {readonly number[]} referenceMs
 */
function speedup(ms, referenceMs) {
  return median(ms.map((own, round) => (referenceMs[round] ?? Number.NaN) / own));
}
