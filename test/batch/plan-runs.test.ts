import { describe, expect, it } from 'vitest';
import { planRuns } from '../../src/batch/plan-runs.js';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

function inputsOf(
  sizes: readonly number[],
): { readonly path: string; readonly sizeBytes: number }[] {
  return sizes.map((sizeBytes, index) => ({ path: String(index), sizeBytes }));
}

describe('runs of a shared output', () => {
  it('take small files together up to half a megabyte', () => {
    expect(planRuns(inputsOf(Array.from({ length: 10 }, () => 124 * kilobyte)), 'file')).toEqual([
      0, 4, 8,
    ]);
  });

  it('leave a large file alone', () => {
    expect(planRuns(inputsOf([10, 10, megabyte, 10, 10]), 'stream')).toEqual([0, 2, 3]);
  });

  it('do not grow without end where files are empty', () => {
    expect(planRuns(inputsOf(Array.from({ length: 300 }, () => 0)), 'file')).toEqual([0, 128, 256]);
  });

  it('are none where there is no file', () => {
    expect(planRuns([], 'file')).toEqual([]);
  });
});

describe('runs of a folder', () => {
  it('are of 8 MiB at least', () => {
    expect(planRuns(inputsOf(Array.from({ length: 20 }, () => megabyte)), 'parts')).toEqual([
      0, 8, 16,
    ]);
  });

  it('are 256 at most', () => {
    const inputs = inputsOf(Array.from({ length: 10_000 }, () => megabyte));
    expect(planRuns(inputs, 'parts').length).toBeLessThanOrEqual(256);
  });
});
