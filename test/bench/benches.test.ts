// Every bench still fits the code it measures: each of its ways works, and ways that do the same come to the same.

import { expect, test } from 'vitest';

import { benches } from '../../bench/benches.mjs';
import { checkWays, type Comparison } from '../../bench/compare.mjs';

interface Bench {
  readonly about: string;
  readonly comparisons: () => Iterable<Comparison> | AsyncIterable<Comparison>;
}

test.each(benches)('%s runs', async (name) => {
  const file = new URL(`../../bench/${name}.mjs`, import.meta.url);
  const bench = (await import(file.href)) as Bench;
  expect(bench.about).not.toBe('');
  for await (const comparison of bench.comparisons()) {
    checkWays(comparison);
    const names = new Set(comparison.ways.map((way) => way.name));
    const named = [...comparison.references, ...(comparison.equal ?? [])];
    expect(named.filter((known) => !names.has(known))).toEqual([]);
    expect(comparison.bytes).toBeGreaterThan(0);
  }
});
