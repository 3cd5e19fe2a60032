// The context of recorded turns, told again from what the files hold. Skipped where the recordings are not there.

import { describe, expect, it } from 'vitest';
import { compareContext } from './compare-context.mjs';
import { isThere, RELEASES } from './place.mjs';

describe('context told again', () => {
  it.for(RELEASES)('is what release $version told', (release, context) => {
    if (!RELEASES.every(({ root }) => isThere(root))) context.skip();
    const { resumed, live, skipped } = compareContext(release);
    const misses = [...resumed.misses, ...live.misses].map(({ name }) => name);
    expect(misses).toEqual([]);
    expect(Math.min(resumed.total, live.total)).toBeGreaterThan(50);
    console.log(
      `context ${release.version}: resumed ${resumed.equal}/${resumed.total}, ` +
        `live ${live.equal}/${live.total}, world state ${resumed.states + live.states}, skipped ${skipped}`,
    );
  });
});
