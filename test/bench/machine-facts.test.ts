// What results say of their machine: enough to compare, nothing that names it.

import { hostname, userInfo } from 'node:os';

import { expect, test } from 'vitest';

import { machineFacts, machineLine, machineSlug } from '../../bench/machine-facts.mjs';

const facts = {
  system: 'linux 6.1.0 x64',
  processor: 'Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz',
  processors: 2,
  memoryBytes: 25_000_000_000,
  node: 'v20.19.0',
  v8: '11.3',
  loadAtStart: 0.25,
};

test('the slug is a file name that tells processor, count and Node', () => {
  expect(machineSlug(facts)).toBe(
    `${process.platform}-${process.arch}-intel-xeon-e5-2690-2x-node20`,
  );
});

test('the line holds what a reader needs', () => {
  expect(machineLine(facts)).toBe(
    'Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz, 2 processors, 23 GiB, linux 6.1.0 x64, Node v20.19.0, load 0.3',
  );
});

test('neither host nor user is named', () => {
  const printed = JSON.stringify(machineFacts());
  const names = [hostname(), userInfo().homedir].filter((name) => name.length > 4);
  expect(names.filter((name) => printed.includes(name))).toEqual([]);
});
