// How growth is told.

import { expect, test } from 'vitest';

import { slopesOf } from '../../bench/scale/scale-report.mjs';

const point = (files: number, seconds: number) => ({
  files,
  bytes: files,
  seconds: [seconds],
  peakRssBytes: 0,
});

test('what each step costs leaves out what every run costs', () => {
  const points = [point(10, 1.5), point(20, 2), point(120, 7)];
  expect(slopesOf(points, ({ files }) => files)).toEqual([0.05, 0.05]);
});
