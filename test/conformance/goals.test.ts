// Goal items of the recordings, rendered anew; skipped where the recordings are not there.

import { describe, expect, it } from 'vitest';
import { compareGoals } from './goals.mjs';
import { isThere, RELEASES } from './place.mjs';

describe('goal items', () => {
  it.for(RELEASES)('are those release $version recorded', (release, { skip }) => {
    if (!isThere(release.root)) skip();
    const { equal, total, misses } = compareGoals(release);
    expect(misses).toEqual([]);
    expect(equal).toBe(total);
    expect(total).toBeGreaterThan(3);
  });
});
