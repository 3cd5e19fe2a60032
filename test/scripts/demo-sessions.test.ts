// The bundled sample sessions are what the generator makes today; if not: node scripts/demo/make-sessions.mjs

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { decompress } from 'fzstd';
import { describe, expect, test } from 'vitest';

import { sampleFiles, samples } from '../../scripts/demo/samples.mjs';

const folder = fileURLToPath(new URL('../../scripts/demo/sessions', import.meta.url));
const endings = { plain: '', gz: '.gz', zst: '.zst' } as const;

/** Compressed forms are compared by content: their bytes depend on the version of the compressor. */
function content(path: string): Buffer {
  const bytes = readFileSync(path);
  if (path.endsWith('.gz')) return gunzipSync(bytes);
  if (path.endsWith('.zst')) return Buffer.from(decompress(bytes));
  return bytes;
}

const expected = new Map(
  samples.flatMap((sample) =>
    [...sampleFiles(sample)].map(
      ([path, bytes]) => [path + endings[sample.stored], bytes] as const,
    ),
  ),
);

describe('scripts/demo/sessions', () => {
  test('holds the files of the samples and no others', () => {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
    expect(found.toSorted()).toEqual([...expected.keys()].toSorted());
  });

  test.each([...expected])('%s is as the generator makes it', (path, bytes) => {
    expect(content(join(folder, path)).equals(bytes)).toBe(true);
  });
});
