// What the benches print and keep.

import { expect, test } from 'vitest';

import { exceeding, memoryTable } from '../../bench/memory/memory-report.mjs';
import { table } from '../../bench/report.mjs';
import { resultName } from '../../bench/save-result.mjs';
import { sizeText, threeDigits, timeText } from '../../bench/table-text.mjs';

const machine = {
  system: 'linux 6.1.0 x64',
  processor: 'Stone Mill',
  processors: 2,
  memoryBytes: 2 ** 34,
  node: 'v20.19.0',
  v8: '11.3',
  loadAtStart: 0,
};
const date = '2026-06-01';

test('a table tells rate, time, spread, and how much faster than each reference', () => {
  const report = {
    name: 'kernels/scan',
    about: 'Grinding.',
    date,
    revision: 'abc1234',
    machine,
    setup: { rounds: 3, roundMs: 20, warmMs: 400 },
    comparisons: [
      {
        input: 'rye',
        bytes: 2_000_000,
        references: ['hand'],
        ways: [
          { name: 'mill', ms: [1, 2, 3] },
          { name: 'hand', ms: [200, 200, 300] },
        ],
      },
    ],
  };
  expect(table(report)).toBe(`# kernels/scan, 2026-06-01, revision abc1234

Grinding.

Stone Mill, 2 processors, 16 GiB, linux 6.1.0 x64, Node v20.19.0, load 0.0. Medians of 3 interleaved rounds of at least 20 ms a way.

## rye (2.00 MB)

| way | MB/s | time | fastest–slowest round | × hand |
|---|--:|--:|--:|--:|
| mill | 1000 | 2.00 ms | 1.00 ms–3.00 ms | 100 |
| hand | 10.0 | 200 ms | 200 ms–300 ms | 1.00 |
`);
});

test('a peak that is above the bound, or not known, breaks it', () => {
  const row = { what: 'w', inputBytes: 3e8, at: 'last', workers: 1, seconds: 2, outputBytes: 0 };
  const report = {
    date,
    revision: 'abc1234',
    machine,
    boundBytes: 300e6,
    rows: [
      { ...row, name: 'low', peakRssBytes: 300e6 },
      { ...row, name: 'high', peakRssBytes: 301e6 },
      { ...row, name: 'unknown', peakRssBytes: undefined },
    ],
  };
  expect(exceeding(report).map(({ name }) => name)).toEqual(['high', 'unknown']);
  expect(memoryTable(report).split('\n')).toEqual(
    expect.arrayContaining([
      'The bound is 300 MB. It is broken by 2 of 3 runs.',
      '| high: w | 300 MB | last | 1 | 301 MB | 2.00 s | 0 B |',
      '| unknown: w | 300 MB | last | 1 | unknown | 2.00 s | 0 B |',
    ]),
  );
});

test('results lie by day, machine and bench', () => {
  expect(resultName('pipeline/all', { date, machine })).toBe(
    `2026-06-01-${process.platform}-${process.arch}-stone-mill-2x-node20-pipeline-all`,
  );
});

test('numbers have three digits that mean something, and a unit that fits', () => {
  expect([0, 0.0123, 0.5, 12.34, 99.96, 1234.5, Number.NaN].map(threeDigits)).toEqual([
    '0',
    '0.012',
    '0.50',
    '12.3',
    '100',
    '1235',
    '',
  ]);
  expect([12, 3400, 5.6e6, 7.8e9].map(sizeText)).toEqual(['12 B', '3.40 kB', '5.60 MB', '7.80 GB']);
  expect([0.0005, 0.02, 3, 4000].map(timeText)).toEqual(['500 ns', '20.0 µs', '3.00 ms', '4.00 s']);
});
