// The benches that compare ways in one process, by the names that comments in the source call them by.

/**
 * @typedef {object} BenchModule
 * @property {string} about
 * @property {() => Iterable<import('./compare.mjs').Comparison> | AsyncIterable<import('./compare.mjs').Comparison>} comparisons
 */

/** Name and file: `kernels/scan` is `kernels/scan.mjs`. */
export const benches = [
  'kernels/scan',
  'kernels/line-ends',
  'pipeline/index',
  'pipeline/decode',
  'pipeline/last',
  'pipeline/all',
  'pipeline/templates',
];
