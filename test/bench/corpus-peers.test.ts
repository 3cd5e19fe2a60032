// The straightforward program of the corpus bench: it must give real requests, or the comparison means nothing.

import { expect, test } from 'vitest';

import { sessionFiles } from '../../bench/corpus/generate/make-session.mjs';
import { rebuild } from '../../bench/corpus/peers/rebuild.mjs';

type Shape = Parameters<typeof sessionFiles>[0]['shape'];

function requestsOf(shape: Shape, at: 'last' | 'all') {
  const options = {
    seed: 3,
    shape,
    release: '0.145' as const,
    bytes: 1_000,
    scale: 'small' as const,
  };
  const [file] = [...sessionFiles(options).values()];
  const requests: string[] = [];
  rebuild(file?.toString() ?? '', at, (line) => requests.push(line));
  return requests.map((line) => JSON.parse(line).request);
}

test('the last request starts at the last compaction', () => {
  const [request] = requestsOf('compaction-remote', 'last');
  const types = request.input.map((item: { type: string }) => item.type);
  expect(types).toContain('compaction');
  expect(types.indexOf('compaction')).toBeLessThan(5);
});

test('every response has its request, and each is longer than the one before', () => {
  const lengths = requestsOf('tools', 'all').map((request) => request.input.length);
  expect(lengths).toHaveLength(6);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

test('turns that were taken back are gone', () => {
  const [request] = requestsOf('rollback-beyond', 'last');
  const users = request.input.filter((item: { role?: string }) => item.role === 'user');
  expect(users).toHaveLength(1);
});
