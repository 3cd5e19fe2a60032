// The recordings in short: as `npm run conformance`, without the words. Skipped where they are not there.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRecordings } from './compare-recordings.mjs';
import { readCorpus } from './corpus.mjs';
import { judge, judgeCorpus, readKnownMisses } from './known-misses.mjs';
import { BUILTIN_PACK, CORPUS, isThere, PACK_SOURCE, RELEASES } from './place.mjs';
import { packFromRecordings } from './recordings.mjs';

const hasRecordings = RELEASES.some(({ root }) => isThere(root));

describe('requests rendered from recorded sessions', () => {
  let pack = '';
  beforeAll(() => {
    if (hasRecordings) pack = packFromRecordings(PACK_SOURCE, BUILTIN_PACK);
  });
  afterAll(() => {
    if (hasRecordings) rmSync(pack, { recursive: true });
  });

  it.for(RELEASES)(
    'are those that release $version sent, but for the known ones',
    async (release, { skip }) => {
      if (!isThere(release.root)) skip();
      const comparison = await compareRecordings(release, { pack });
      const known = readKnownMisses()[release.version] ?? [];
      const { surprises } = judge(comparison, known, { isWhole: true });
      expect(surprises).toEqual([]);
      expect(comparison.total).toBeGreaterThan(0);
    },
  );
});

describe('files of many releases and origins', () => {
  it.skipIf(!isThere(CORPUS))('render, or it is known why not', async () => {
    const files = await readCorpus(CORPUS);
    expect(judgeCorpus(files, readKnownMisses()['corpus'] ?? [])).toEqual([]);
  });
});
