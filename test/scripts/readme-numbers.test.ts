import { describe, expect, it } from 'vitest';
import { chooseResult, numbersOf, withNumbers } from '../../scripts/readme-numbers.mjs';

const row = { cpuSeconds: [], inputBytes: 20_000_000, peakRssBytes: 0, outputBytes: 0 };

function resultOf(date: string, bytes = 20_000_000): Parameters<typeof numbersOf>[0] & object {
  return {
    date,
    machine: {
      system: 'linux',
      processor: 'Mill 1',
      processors: 2,
      memoryBytes: 8 * 2 ** 30,
      node: 'v20.20.2',
      v8: '11',
      loadAtStart: 0,
    },
    corpora: [{ size: '20MB', seed: '1', files: 3, bytes }],
    rounds: 3,
    notes: [],
    rows: [
      { ...row, at: 'last', name: 'copy', seconds: [0.1, 0.2, 0.3], outputBytes: 20_000_000 },
      { ...row, at: 'last', name: 'jq', seconds: [], leftOut: 'jq is not installed' },
      {
        ...row,
        at: 'last',
        name: 'promptmill, 1 worker',
        seconds: [0.4, 0.4, 0.9],
        outputBytes: 2_000_000,
        peakRssBytes: 64_000_000,
      },
    ],
  };
}

describe('the result taken for README.md', () => {
  const found = [
    { path: 'old', result: resultOf('2026-11-29', 1e9) },
    { path: 'small', result: resultOf('2026-11-30') },
    { path: 'large', result: resultOf('2026-11-30', 1e9) },
  ];

  it('is the newest, and of one day the one of the largest corpora', () => {
    expect(chooseResult(found)?.path).toBe('large');
  });

  it('is none where none is kept', () => {
    expect(chooseResult([])).toBeUndefined();
    expect(numbersOf(undefined)).toBe('No result is kept here yet.');
  });
});

describe('the numbers in README.md', () => {
  it('are medians, set against a plain copy, without what was left out', () => {
    expect(numbersOf(resultOf('2026-11-30'))).toBe(
      [
        'Measured on 2026-11-30: Mill 1, 2 processors, 8 GiB, Node v20.20.2. Whole processes, the median of 3 rounds, files in the page cache.',
        '',
        'The last request of each session (`--at last`), of 20 MB:',
        '',
        '| program | input, MB/s | output, MB/s | of a plain copy | peak memory, MB |',
        '|---|---|---|---|---|',
        '| plain copy of the files | 100 | 100 | 100 % |  |',
        '| **promptmill, 1 worker** | 50 | 5.0 | 50 % | 64 |',
      ].join('\n'),
    );
  });

  it('take the place of those that stand between the comments', () => {
    const readme = 'a\n<!-- readme-numbers: begin -->\nold\n<!-- readme-numbers: end -->\nz\n';
    expect(withNumbers(readme, 'new')).toBe(readme.replace('old', 'new'));
  });

  it('are not written where the comments are missing', () => {
    expect(() => withNumbers('a\n', 'new')).toThrow('README.md lacks');
  });
});
