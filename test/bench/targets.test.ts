// What a target's figure is, and when it is reached.

import { expect, test } from 'vitest';

import { figureOf, isReached, targetTable } from '../../bench/targets/target-report.mjs';

const ratio = {
  name: 'copy',
  says: 'against a copy',
  wanted: 2,
  bound: 'at least',
  unit: '×',
  ourSeconds: [1, 2, 10],
  otherSeconds: [2, 6, 30],
  ourPeakRssBytes: 1e6,
} as const;
const row = { ...ratio, ourSeconds: [...ratio.ourSeconds], otherSeconds: [...ratio.otherSeconds] };

test("a ratio is the median of the rounds' ratios: how often the other's time holds ours", () => {
  expect(figureOf(row)).toBe(3);
});

test('a difference is what ours takes beyond the other, in milliseconds', () => {
  const start = { ...row, unit: 'ms' as const, ourSeconds: [0.3], otherSeconds: [0.25] };
  expect(figureOf(start)).toBeCloseTo(50);
});

test('a bound holds from its own value on', () => {
  expect(isReached({ ...row, wanted: 3 })).toBe(true);
  expect(isReached({ ...row, wanted: 3.01 })).toBe(false);
  expect(isReached({ ...row, bound: 'at most', wanted: 3 })).toBe(true);
  expect(isReached({ ...row, bound: 'at most', wanted: 2.99 })).toBe(false);
});

test('the table says of each target what was asked and what came out', () => {
  const machine = {
    system: 'linux',
    processor: 'a processor',
    processors: 2,
    memoryBytes: 2 ** 30,
    node: 'v20.0.0',
    v8: '11',
    loadAtStart: 0,
  };
  const result = {
    date: '2026-01-01',
    revision: 'abc',
    machine,
    kernel: 'js',
    notes: [],
    rows: [row],
  };
  expect(targetTable(result).split('\n').at(-2)).toBe(
    '| copy | against a copy | at least 2.00 × | 3.00 × | yes | 2.000 | 6.000 | 1 |',
  );
});
