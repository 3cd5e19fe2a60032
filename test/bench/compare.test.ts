// The runner of the benches: every way in every round, and no comparison of ways that do different things.

import { expect, test } from 'vitest';

import { compare, turnOrder } from '../../bench/compare.mjs';
import { median } from '../../bench/median.mjs';
import { summarise } from '../../bench/summarise.mjs';

const effort = { rounds: 3, roundMs: 0.01, warmMs: 0.01 };

test('every way is measured once a round, and prepared before each call', () => {
  let prepared = 0;
  let calls = 0;
  const run = () => (calls += 1);
  const prepare = () => {
    prepared += 1;
  };
  const ways = [
    { name: 'a', run, prepare },
    { name: 'b', run: () => 1 },
  ];
  const result = compare({ input: 'i', bytes: 10, ways, references: ['b'] }, effort);
  expect(result.ways.map(({ name, ms }) => [name, ms.length])).toEqual([
    ['a', 3],
    ['b', 3],
  ]);
  expect(result).toMatchObject({ input: 'i', bytes: 10, references: ['b'] });
  expect(prepared).toBe(calls);
});

test('ways that must come to the same and do not are refused', () => {
  const ways = [
    { name: 'a', run: () => 1 },
    { name: 'other', run: () => 3 },
    { name: 'b', run: () => 2 },
  ];
  const comparison = { input: 'i', bytes: 1, ways, references: ['a'], equal: ['a', 'b'] };
  expect(() => compare(comparison, effort)).toThrow('these should come to the same: a: 1, b: 2');
});

test('what a way throws ends the comparison', () => {
  const fail = () => {
    throw new Error('spilled');
  };
  const ways = [{ name: 'a', run: fail }];
  expect(() => compare({ input: 'i', bytes: 1, ways, references: [] }, effort)).toThrow('spilled');
});

test('each way begins a round once', () => {
  expect([0, 1, 2, 3].map((round) => turnOrder(3, round))).toEqual([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 1, 2],
  ]);
});

test('a ratio is the median of the rounds, so that a slow round for all changes nothing', () => {
  const summary = summarise({
    input: 'i',
    bytes: 2e6,
    references: ['b'],
    ways: [
      { name: 'a', ms: [1, 10, 1] },
      { name: 'b', ms: [4, 40, 5] },
    ],
  });
  expect(summary).toEqual([
    { name: 'a', ms: 1, lowMs: 1, highMs: 10, megabytesPerSecond: 2000, speedups: [4] },
    { name: 'b', ms: 5, lowMs: 4, highMs: 40, megabytesPerSecond: 400, speedups: [1] },
  ]);
});

test('the median of an even number of values is the middle of two', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
});
