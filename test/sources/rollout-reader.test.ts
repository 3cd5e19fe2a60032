import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RolloutBytes } from '../../src/contract/bytes.js';
import { PromptmillError } from '../../src/contract/errors.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { RolloutReader } from '../../src/sources/rollout-reader.js';
import { makePipe, refusalOf, sampleLines, temporaryFolder, zstdFrame } from './samples.js';

const megabyte = 1024 * 1024;
const sample = sampleLines(160_000);

function fileOf(content: Uint8Array | string, name = 'rollout.jsonl'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** All bytes, by views of one size. */
function contentOf(bytes: RolloutBytes, viewBytes = bytes.maxViewBytes): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.size; start += viewBytes) {
    parts.push(Buffer.from(bytes.view(start, Math.min(bytes.size, start + viewBytes))));
  }
  return Buffer.concat(parts);
}

describe('a plain rollout', () => {
  it.each([0, 1, 70_000, 160_000])('of %i bytes is read as it is', async (length) => {
    const rollout = await new RolloutReader().open(fileOf(sample.subarray(0, length)), 'plain');
    expect(rollout.bytes.size).toBe(length);
    expect(rollout.bytes.maxViewBytes).toBeGreaterThanOrEqual(64 * 1024);
    expect(contentOf(rollout.bytes).equals(sample.subarray(0, length))).toBe(true);
    rollout.close();
  });

  it('above the window size is seen through a window', async () => {
    const reader = new RolloutReader({ windowBytes: 64 * 1024 });
    const rollout = await reader.open(fileOf(sample), 'plain');
    expect(rollout.bytes.maxViewBytes).toBe(64 * 1024);
    expect(contentOf(rollout.bytes, 1000).equals(sample)).toBe(true);
    rollout.close();
  });

  it.each([8 * megabyte, 64 * 1024])(
    'that grows has the size it had when it was opened (%i)',
    async (windowBytes) => {
      const path = fileOf(sample);
      const rollout = await new RolloutReader({ windowBytes }).open(path, 'plain');
      appendFileSync(path, 'more');
      expect(contentOf(rollout.bytes).equals(sample)).toBe(true);
      rollout.close();
    },
  );

  it('that shrinks is refused where it now ends', async () => {
    const path = fileOf(sample);
    const rollout = await new RolloutReader({ windowBytes: 64 * 1024 }).open(path, 'plain');
    truncateSync(path, 120_000);
    const error = await refusalOf(() => contentOf(rollout.bytes));
    expect(error.toRecord()).toMatchObject({ code: 'source_changed', offsetBytes: 120_000 });
    rollout.close();
  });

  it('of 1 GiB takes no more memory than one of 32 MiB', async () => {
    const path = join(temporaryFolder(), 'large.jsonl');
    const fd = openSync(path, 'w');
    const size = 1024 * megabyte + 17;
    ftruncateSync(fd, size);
    writeSync(fd, 'last line', size - 9);
    closeSync(fd);
    const before = process.memoryUsage().rss;
    const rollout = await new RolloutReader().open(path, 'plain');
    let peak = 0;
    for (let start = 0; start < size; start += megabyte) {
      rollout.bytes.view(start, Math.min(size, start + megabyte + 5, size));
      if (start % (64 * megabyte) === 0) peak = Math.max(peak, process.memoryUsage().rss);
    }
    expect(Buffer.from(rollout.bytes.view(size - 9, size)).toString()).toBe('last line');
    expect(peak - before).toBeLessThan(64 * megabyte);
    rollout.close();
  });
});

describe('a compressed rollout', () => {
  const zst = readFileSync(new URL('fixtures/level-3-checksum.zst', import.meta.url));
  const cases = [
    { encoding: 'zstd', name: 'a.jsonl.zst', compressed: Buffer.concat([zst, zst]) },
    {
      encoding: 'gzip',
      name: 'a.jsonl.gz',
      compressed: Buffer.concat([gzipSync(sample), gzipSync(sample)]),
    },
  ] as const;
  const content = Buffer.concat([sample, sample]);

  it.each(cases)('is decompressed in memory, all its frames or members ($encoding)', async (of) => {
    const folder = temporaryFolder();
    const reader = new RolloutReader({ spoolFolder: join(folder, 'missing') });
    const rollout = await reader.open(fileOf(of.compressed, of.name), of.encoding);
    expect(contentOf(rollout.bytes).equals(content)).toBe(true);
    rollout.close();
  });

  it.each(cases)(
    'too large for memory goes through a file without a name ($encoding)',
    async (of) => {
      const spoolFolder = temporaryFolder();
      const reader = new RolloutReader({
        inMemoryBytes: 1000,
        windowBytes: 64 * 1024,
        spoolFolder,
      });
      const rollout = await reader.open(fileOf(of.compressed, of.name), of.encoding);
      expect(rollout.bytes.maxViewBytes).toBe(64 * 1024);
      expect(contentOf(rollout.bytes, 5000).equals(content)).toBe(true);
      const canHideFiles = process.platform !== 'win32';
      expect(canHideFiles ? readdirSync(spoolFolder) : []).toEqual([]);
      rollout.close();
      expect(readdirSync(spoolFolder)).toEqual([]);
    },
  );

  it.each(cases)('that ends early is refused, not read in part ($encoding)', async (of) => {
    const path = fileOf(of.compressed.subarray(0, of.compressed.length - 3), of.name);
    const error = await refusalOf(() => new RolloutReader().open(path, of.encoding));
    expect(error.code).toBe('input_corrupt');
    expect(error.details.file).toBe(path);
    expect(error.details.found).toMatch(/^the end of the file inside /);
    expect(error.message).toMatch(/compressed byte \d+, after \d+ decompressed bytes/);
  });

  it.each(cases)('with a wrong checksum is refused ($encoding)', async (of) => {
    const compressed = Buffer.from(of.compressed);
    const checksumAt = compressed.length - (of.encoding === 'gzip' ? 8 : 4);
    compressed[checksumAt] = (compressed[checksumAt] ?? 0) ^ 1;
    const error = await refusalOf(() => new RolloutReader().open(fileOf(compressed), of.encoding));
    expect(error.code).toBe('input_corrupt');
  });

  it.each(cases)('that is empty is refused ($encoding)', async (of) => {
    const error = await refusalOf(() => new RolloutReader().open(fileOf(''), of.encoding));
    expect(error.code).toBe('input_corrupt');
  });

  it('may end in zeros as gzip, but nothing may follow them', async () => {
    const reader = new RolloutReader();
    const padded = Buffer.concat([gzipSync(sample), Buffer.alloc(1000)]);
    const rollout = await reader.open(fileOf(padded), 'gzip');
    expect(contentOf(rollout.bytes).equals(sample)).toBe(true);
    rollout.close();
    for (const more of [Buffer.from('x'), Buffer.alloc(600_000, 'x'), gzipSync('more')]) {
      const hidden = fileOf(Buffer.concat([padded, more]));
      const error = await refusalOf(() => reader.open(hidden, 'gzip'));
      expect(error.details.found).toContain('more data');
    }
  });

  it('that cannot be spooled says which folder was full or missing', async () => {
    const spoolFolder = join(temporaryFolder(), 'missing');
    const reader = new RolloutReader({ inMemoryBytes: 1000, spoolFolder });
    const error = await refusalOf(() => reader.open(fileOf(cases[0].compressed), 'zstd'));
    expect(error.code).toBe('input_unreadable');
    expect(error.details.found).toContain(spoolFolder);
    expect(error.details.remedy).toContain('TMPDIR');
  });

  it('whose matches reach back over what was moved out is whole', async () => {
    const long = readFileSync(new URL('fixtures/long-27-checksum.zst', import.meta.url));
    const reader = new RolloutReader({ inMemoryBytes: 1000, windowBytes: 64 * 1024 });
    const rollout = await reader.open(fileOf(Buffer.concat([long, zst, long])), 'zstd');
    expect(contentOf(rollout.bytes).equals(Buffer.concat([sample, sample, sample]))).toBe(true);
    rollout.close();
  });
});

describe('a reader', () => {
  it('keeps two rollouts open at once, in different memory', async () => {
    const reader = new RolloutReader();
    const child = await reader.open(fileOf('child'), 'plain');
    const parent = await reader.open(fileOf('parent'), 'plain');
    const seen = child.bytes.view(0, 5);
    expect(Buffer.from(parent.bytes.view(0, 6)).toString()).toBe('parent');
    expect(Buffer.from(seen).toString()).toBe('child');
    parent.close();
    child.close();
  });

  it('uses its memory again, also after a rollout that could not be read', async () => {
    const reader = new RolloutReader();
    const first = await reader.open(fileOf(sample), 'plain');
    const memory = first.bytes.view(0, 1).buffer;
    first.close();
    first.close();
    await refusalOf(() => reader.open(fileOf('not compressed'), 'zstd'));
    const second = await reader.open(
      fileOf(zstdFrame({ blocks: [{ raw: sample.subarray(0, 9) }] })),
      'zstd',
    );
    expect(second.bytes.view(0, 1).buffer).toBe(memory);
    second.close();
  });

  it('lets nobody look into a rollout that was closed', async () => {
    const rollout = await new RolloutReader().open(fileOf('text'), 'plain');
    rollout.close();
    expect((await refusalOf(() => rollout.bytes.view(0, 4))).code).toBe('internal');
  });

  it('says what is wrong with a path', async () => {
    const folder = temporaryFolder();
    const reader = new RolloutReader();
    const missing = join(folder, 'missing.jsonl');
    expect((await refusalOf(() => reader.open(missing, 'plain'))).toRecord()).toMatchObject({
      code: 'input_not_found',
      file: missing,
    });
    expect((await refusalOf(() => reader.open(folder, 'plain'))).toRecord()).toMatchObject({
      code: 'input_unreadable',
      file: folder,
      found: 'a folder',
    });
  });
});

describe('a file read ahead', () => {
  it.each([0, 9, 160_000])('of %i bytes is opened as it is, in other memory', async (length) => {
    const reader = new RolloutReader();
    const ahead = fileOf(sample.subarray(0, length));
    const first = await reader.open(fileOf('first'), 'plain');
    reader.readAhead([ahead]);
    const second = await reader.open(ahead, 'plain');
    expect(Buffer.from(first.bytes.view(0, 5)).toString()).toBe('first');
    expect(contentOf(second.bytes).equals(sample.subarray(0, length))).toBe(true);
    second.close();
    expect((await refusalOf(() => second.bytes.view(0, 0))).code).toBe('internal');
    first.close();
  });

  it('may be one of several, which are opened in their order', async () => {
    const reader = new RolloutReader();
    const paths = ['one', 'two', 'three'].map((text) => fileOf(text));
    reader.readAhead(paths);
    for (const [index, path] of paths.entries()) {
      reader.readAhead(paths.slice(index));
      const rollout = await reader.open(path, 'plain');
      expect(contentOf(rollout.bytes).toString()).toBe(['one', 'two', 'three'][index]);
      rollout.close();
    }
  });

  it('waits when those in front of it fill a window', async () => {
    const reader = new RolloutReader({ windowBytes: 64 * 1024 });
    const paths = [40_000, 40_000, 10].map((length) => fileOf(sample.subarray(0, length)));
    reader.readAhead(paths);
    for (const [index, path] of paths.entries()) {
      const rollout = await reader.open(path, 'plain');
      expect(rollout.bytes.size).toBe([40_000, 40_000, 10][index]);
      rollout.close();
    }
  });

  it('does not matter to another one that is opened', async () => {
    const reader = new RolloutReader();
    reader.readAhead([fileOf(sample)]);
    reader.readAhead([fileOf('never asked for')]);
    const other = await reader.open(fileOf('other'), 'plain');
    expect(contentOf(other.bytes).toString()).toBe('other');
    other.close();
    reader.readAhead([fileOf(sample)]);
    await reader.close();
  });

  it('that has shrunk is refused, unless its bytes had come before', async () => {
    const reader = new RolloutReader();
    const path = fileOf(sample);
    reader.readAhead([path]);
    truncateSync(path, 0);
    const outcome = await reader.open(path, 'plain').then(
      ({ bytes }) => contentOf(bytes).equals(sample),
      (error: unknown) => (error instanceof PromptmillError ? error.code : error),
    );
    expect([true, 'source_changed']).toContain(outcome);
  });

  it.skipIf(process.platform === 'win32')(
    'that is none, or no file, is opened as if it had not been asked for',
    async () => {
      const folder = temporaryFolder();
      const reader = new RolloutReader({ windowBytes: 64 * 1024 });
      const missing = join(folder, 'missing.jsonl');
      for (const path of [
        missing,
        join(missing, 'below'),
        folder,
        makePipe(join(folder, 'pipe')),
      ]) {
        reader.readAhead([path]);
      }
      expect((await refusalOf(() => reader.open(missing, 'plain'))).toRecord()).toMatchObject({
        code: 'input_not_found',
        file: missing,
      });
      const large = fileOf(sample);
      reader.readAhead([large]);
      const rollout = await reader.open(large, 'plain');
      expect(rollout.bytes.maxViewBytes).toBe(64 * 1024);
      rollout.close();
    },
  );
});

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it.each([200 * megabyte, 1000])(
    'is read to its end, in memory or beyond it (%i)',
    async (inMemoryBytes) => {
      const pipe = makePipe(join(temporaryFolder(), 'pipe'));
      const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', fileOf(sample), pipe], {
        stdio: 'ignore',
      });
      const done = new Promise((resolve) => writer.once('exit', resolve));
      const reader = new RolloutReader({ inMemoryBytes, windowBytes: 64 * 1024 });
      const rollout = await reader.open(pipe, 'plain');
      expect(contentOf(rollout.bytes).equals(sample)).toBe(true);
      rollout.close();
      await done;
    },
  );
});

describe.skipIf(process.platform === 'win32')('standard input', () => {
  /** What a process sees of what it is handed as standard input. */
  function seenBy(stdin: 'pipe' | number): Promise<string> {
    const module = JSON.stringify(
      new URL('../../dist/sources/rollout-reader.js', import.meta.url).href,
    );
    const script = `
      const { RolloutReader } = await import(${module});
      const { bytes, close } = await new RolloutReader().open('/dev/stdin', 'plain');
      process.stdout.write(String(bytes.size) + ' ' + Buffer.from(bytes.view(0, 5)));
      close();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: [stdin, 'pipe', 'inherit'],
    });
    child.stdin?.end(sample);
    return child.stdout === null ? Promise.reject(new Error('no output')) : text(child.stdout);
  }

  it('is read by its descriptor, be it a socket or a file', async () => {
    const expected = `${sample.length} ${sample.subarray(0, 5).toString()}`;
    expect(await seenBy('pipe')).toBe(expected);
    const fd = openSync(fileOf(sample), 'r');
    expect(await seenBy(fd)).toBe(expected);
    closeSync(fd);
  });
});

describe('bytes in memory', () => {
  it('are a rollout too', async () => {
    const bytes = inMemory(sample);
    expect(contentOf(bytes, 999).equals(sample)).toBe(true);
    expect((await refusalOf(() => bytes.view(0, sample.length + 1))).code).toBe('internal');
  });
});
