import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diffPacks } from '../../src/packs/diff-packs.js';
import { type PackContent, writePack } from '../../src/packs/write-pack.js';
import { temporaryFolder } from '../support/fake-corpus.js';

function pack(
  name: string,
  texts: PackContent['texts'],
  models: readonly object[],
): { name: string; folder: string } {
  const folder = join(temporaryFolder(), name);
  const catalog = JSON.stringify({ models });
  writePack(folder, { name, source: 'captured', texts, models: [], missing: {}, catalog });
  return { name, folder };
}

it('tells which texts and models were added, removed and changed', () => {
  const from = pack(
    'old',
    { 'realtime.end': 'Bye.', 'time.reminder': 'a\nb', 'skills.none': 'x' },
    [
      { slug: 'one', priority: 1, base_instructions: 'A' },
      { slug: 'two', priority: 2 },
      { slug: 'same' },
    ],
  );
  const to = pack(
    'new',
    { 'tools.removed': 'Gone.', 'time.reminder': 'a\nc', 'skills.none': 'x' },
    [
      { slug: 'three' },
      { slug: 'one', priority: 1, base_instructions: 'B', comp_hash: 'h' },
      { slug: 'same' },
    ],
  );
  const text = (title: string, bytes: readonly [number, number], patch: string): unknown => {
    const [kind, id] = title.split(' ');
    return { id, kind, bytesBefore: bytes[0], bytesAfter: bytes[1], patch };
  };
  expect(diffPacks(from, to)).toEqual({
    from: 'old',
    to: 'new',
    texts: [
      text('removed realtime.end', [5, 0], '@@ -1,1 +0,0 @@\n-Bye.\n'),
      text('changed time.reminder', [4, 4], '@@ -1,2 +1,2 @@\n a\n-b\n+c\n'),
      text('added tools.removed', [0, 6], '@@ -0,0 +1,1 @@\n+Gone.\n'),
    ],
    models: [
      { slug: 'three', kind: 'added', members: [] },
      { slug: 'one', kind: 'changed', members: ['base_instructions', 'comp_hash'] },
      { slug: 'two', kind: 'removed', members: [] },
    ],
  });
});
