// Replacement histories of the recordings, worked out anew; skipped where the recordings are not there.

import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareCompactions } from './compact.mjs';
import { BUILTIN_PACK, isThere, PACK_SOURCE, RELEASES } from './place.mjs';
import { packFromRecordings } from './recordings.mjs';

describe('compactions', () => {
  it.for(RELEASES)('leave what release $version recorded', (release, { skip }) => {
    if (!isThere(release.root) || !isThere(PACK_SOURCE)) skip();
    const pack = packFromRecordings(PACK_SOURCE, BUILTIN_PACK);
    const { items, places, estimates } = compareCompactions(release, { pack });
    rmSync(pack, { recursive: true });
    expect([...items.misses, ...places.misses, ...estimates.misses]).toEqual([]);
    expect(items.total).toBeGreaterThan(20);
    expect(places.total).toBeGreaterThan(0);
    expect(estimates.total).toBeGreaterThan(20);
  });
});
