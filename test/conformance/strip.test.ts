// Stripped rollouts held against rules that are not those of the code: the sample sessions always, the corpus and the
// recordings where they are.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CORPUS, isThere, RELEASES } from './place.mjs';
import { checkStrip } from './strip.mjs';

const samples = fileURLToPath(new URL('../../scripts/demo/sessions', import.meta.url));

function problemsOf(folder: string): unknown {
  const { leaks, losses, changes } = checkStrip([folder]);
  return { leaks, losses, changes };
}

const none = { leaks: [], losses: [], changes: [] };

describe('context is gone, and nothing else', () => {
  it('from the sample sessions', () => {
    const { files, removed } = checkStrip([samples]);
    expect(problemsOf(samples)).toEqual(none);
    expect(files).toBeGreaterThan(10);
    expect([...removed.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
  });

  it.skipIf(!isThere(CORPUS))('from files of many releases and origins', () => {
    expect(problemsOf(CORPUS)).toEqual(none);
  });

  it.for(RELEASES)('from what release $version recorded', ({ root }, { skip }) => {
    if (!isThere(root)) skip();
    expect(problemsOf(root)).toEqual(none);
  });
});
