// What `npm run bench -- …` understands.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { benches } from '../../bench/benches.mjs';
import { readCommand } from '../../bench/read-command.mjs';

test('every bench has its file', () => {
  const files = benches.map((name) => new URL(`../../bench/${name}.mjs`, import.meta.url));
  expect(files.filter((file) => !existsSync(fileURLToPath(file)))).toEqual([]);
});

test('without names, all benches run and their results are kept', () => {
  const effort = { rounds: 15, roundMs: 20, warmMs: 400 };
  expect(readCommand([])).toEqual({ kind: 'benches', names: benches, effort, keeps: true });
});

test('a folder stands for its benches; flags set the effort', () => {
  const args = ['kernels', 'pipeline/all', '--rounds', '3', '--round-ms', '5', '--dry'];
  expect(readCommand(args)).toEqual({
    kind: 'benches',
    names: benches.filter((name) => name.startsWith('kernels/') || name === 'pipeline/all'),
    effort: { rounds: 3, roundMs: 5, warmMs: 400 },
    keeps: false,
  });
});

test('corpus and memory read the rest themselves', () => {
  expect(readCommand(['corpus', '--bytes', '1MB'])).toEqual({
    kind: 'program',
    name: 'corpus',
    args: ['--bytes', '1MB'],
  });
});

test.each([
  [['kernel'], 'no bench kernel; there are kernels, pipeline, kernels/scan'],
  [['--rounds', 'many'], 'not a positive number: many'],
  [['--fast'], 'fast'],
])('%j is refused with a word on what there is', (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});
