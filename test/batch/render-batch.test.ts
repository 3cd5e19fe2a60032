import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BatchOptions, type BatchSummary, renderBatch } from '../../src/batch/render-batch.js';
import {
  type FakeCorpus,
  fakeContext,
  fakeCorpus,
  type FakeSession,
  fakeWorker,
  temporaryFolder,
} from '../support/fake-corpus.js';

const megabyte = 1_000_000;

function render(corpus: FakeCorpus, options: Partial<BatchOptions>): Promise<BatchSummary> {
  const out = join(dirname(corpus.folder), 'out.jsonl');
  const fixed = { inputs: corpus.inputs, context: fakeContext, workerModule: fakeWorker };
  return renderBatch({ out, say: () => {}, ...fixed, ...options });
}

/** Small, large and broken sessions; the large ones do not fit where small ones are gathered. */
function mixedSessions(more: Partial<FakeSession> = {}): FakeSession[] {
  const faults = ['throw-in-plan', 'throw-in-write', 'wrong-length'] as const;
  return Array.from({ length: 120 }, (_, index): FakeSession => {
    const fault = faults[(index % 40) - 17];
    if (fault !== undefined) return { requests: 2, bytes: 5000, chunkBytes: 100, fault, ...more };
    const isLarge = index % 30 === 5;
    return isLarge
      ? { requests: 4, bytes: 5 * megabyte, chunkBytes: 100_000, planMs: 20, ...more }
      : { requests: 3, bytes: 3000 + 97 * index, planMs: index % 3, ...more };
  });
}

function failureLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

describe('a file as output', () => {
  it.each([1, 2, 3])('is the same, byte for byte, with %i workers', async (workers) => {
    const corpus = fakeCorpus(mixedSessions());
    const out = join(temporaryFolder(), 'out.jsonl');
    const summary = await render(corpus, { out, workers });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
    expect(summary).toMatchObject({ end: 'done', sessions: 111, failures: 9 });
    expect(summary.outputBytes).toBe(corpus.output.length);
    expect(readdirSync(dirname(out))).toEqual(['out.failures.jsonl', 'out.jsonl']);
  });

  it('has its failures beside it, in the order of the input', async () => {
    const corpus = fakeCorpus(mixedSessions());
    const out = join(temporaryFolder(), 'out.jsonl');
    await render(corpus, { out, workers: 3 });
    const failures = failureLines(join(dirname(out), 'out.failures.jsonl'));
    expect(failures).toHaveLength(9);
    expect(failures.slice(0, 3)).toEqual([
      {
        file: corpus.inputs[17]?.path,
        line: 1,
        offsetBytes: 0,
        found: 'nothing',
        code: 'no_session_meta',
        message: 'no session',
      },
      { file: corpus.inputs[18]?.path, code: 'internal', message: 'Error: torn' },
      {
        file: corpus.inputs[19]?.path,
        found: '5000 bytes',
        expected: '5001 bytes',
        code: 'internal',
        message: 'a session wrote another length than it had announced',
      },
    ]);
  });

  it('has no failures file when nothing failed, and takes away an old one', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const out = join(temporaryFolder(), 'out.jsonl');
    writeFileSync(join(dirname(out), 'out.failures.jsonl'), '{}\n');
    await render(corpus, { out });
    expect(readdirSync(dirname(out))).toEqual(['out.jsonl']);
  });

  it('is not made when every session failed', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100, fault: 'throw-in-plan' }]);
    const out = join(temporaryFolder(), 'out.jsonl');
    const summary = await render(corpus, { out });
    expect(summary).toMatchObject({ sessions: 0, failures: 1 });
    expect(readdirSync(dirname(out))).toEqual(['out.failures.jsonl']);
  });

  it('is not replaced without force', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const out = join(temporaryFolder(), 'out.jsonl');
    writeFileSync(out, 'mine');
    await expect(render(corpus, { out })).rejects.toMatchObject({ code: 'output_exists' });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    await render(corpus, { out, force: true });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
  });

  it('is refused where there is no folder for it', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const out = join(temporaryFolder(), 'nowhere', 'out.jsonl');
    await expect(render(corpus, { out })).rejects.toMatchObject({
      code: 'output_failed',
      details: { found: `no folder ${dirname(out)}` },
    });
  });

  it('sums up what was read past', async () => {
    const notices = ['damaged_line', 'damaged_line', 'byte_order_mark'];
    const corpus = fakeCorpus([
      { requests: 1, bytes: 100, notices },
      { requests: 1, bytes: 100, notices: ['damaged_line'] },
    ]);
    const summary = await render(corpus, { workers: 1 });
    expect(summary.notices).toEqual({ damaged_line: 3, byte_order_mark: 1 });
  });

  it('waits for a slow session without mixing up the order', async () => {
    const sessions = Array.from({ length: 40 }, (_, index): FakeSession => ({
      requests: 2,
      bytes: 3 * megabyte,
      chunkBytes: 50_000,
      inputBytes: megabyte,
      planMs: index === 0 ? 400 : 0,
    }));
    const corpus = fakeCorpus(sessions);
    const out = join(temporaryFolder(), 'out.jsonl');
    await render(corpus, { out, workers: 3 });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
  });

  it('fails as a whole when a session breaks that others have built on', async () => {
    const torn: FakeSession = {
      requests: 2,
      bytes: 3 * megabyte,
      inputBytes: megabyte,
      chunkBytes: 100_000,
      fault: 'throw-in-write',
    };
    const corpus = fakeCorpus([torn, { requests: 1, bytes: 100 }]);
    const out = join(temporaryFolder(), 'out.jsonl');
    await expect(render(corpus, { out, workers: 1 })).rejects.toMatchObject({
      code: 'output_failed',
    });
    expect(readdirSync(dirname(out))).toEqual([]);
  });
});

describe('a worker that crashes', () => {
  it.each([1, 2, 3])('costs only the session it was on, with %i workers', async (workers) => {
    const sessions = mixedSessions();
    sessions[30] = { requests: 2, bytes: 5000, fault: 'exit-in-plan' };
    sessions[31] = { requests: 2, bytes: 5000, chunkBytes: 100, fault: 'exit-in-write' };
    const corpus = fakeCorpus(sessions);
    const out = join(temporaryFolder(), 'out.jsonl');
    const summary = await render(corpus, { out, workers });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
    expect(summary).toMatchObject({ end: 'done', sessions: 109, failures: 11 });
    const failures = failureLines(join(dirname(out), 'out.failures.jsonl'));
    expect(
      failures.filter((failure) => JSON.stringify(failure).includes('worker_crashed')),
    ).toEqual([
      expect.objectContaining({
        file: corpus.inputs[30]?.path,
        found: 'worker exited with code: 7',
      }),
      expect.objectContaining({
        file: corpus.inputs[31]?.path,
        found: 'worker exited with code: 8',
      }),
    ]);
  });

  it('is tried once more on a large session whose size is already told', async () => {
    const marker = join(temporaryFolder(), 'once');
    writeFileSync(marker, '');
    const large = { requests: 2, bytes: 3 * megabyte, inputBytes: megabyte, chunkBytes: 100_000 };
    const corpus = fakeCorpus([
      large,
      { ...large, fault: 'exit-in-write', marker },
      large,
      { requests: 1, bytes: 100 },
    ]);
    const out = join(temporaryFolder(), 'out.jsonl');
    const summary = await render(corpus, { out, workers: 2 });
    expect(existsSync(marker)).toBe(false);
    expect(summary).toMatchObject({ sessions: 4, failures: 0 });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
  });

  it('by an error nobody catches is no different', async () => {
    const corpus = fakeCorpus([
      { requests: 1, bytes: 100 },
      { requests: 1, bytes: 100, fault: 'uncaught' },
      { requests: 1, bytes: 100 },
    ]);
    const out = join(temporaryFolder(), 'out.jsonl');
    const summary = await render(corpus, { out, workers: 1 });
    expect(summary).toMatchObject({ sessions: 2, failures: 1 });
    expect(readFileSync(out).equals(corpus.output)).toBe(true);
  });

  it('leaves a folder as if it had never lived', async () => {
    const corpus = fakeCorpus([
      { requests: 4, bytes: 4 * megabyte },
      { requests: 2, bytes: 2 * megabyte, chunkBytes: 1000, fault: 'exit-in-write' },
      { requests: 1, bytes: 100 },
    ]);
    const folder = join(temporaryFolder(), 'out');
    const summary = await render(corpus, { out: `${folder}/`, workers: 2, partBytes: megabyte });
    expect(summary).toMatchObject({ sessions: 2, failures: 1 });
    expect(readdirSync(folder)).toEqual([
      'failures.jsonl',
      'manifest.json',
      'part-00000.jsonl',
      'part-00001.jsonl',
    ]);
    expect(joinedParts(folder).equals(corpus.output)).toBe(true);
  });
});

function joinedParts(folder: string): Buffer {
  const names = readdirSync(folder).filter((name) => name.startsWith('part-'));
  return Buffer.concat(names.toSorted().map((name) => readFileSync(join(folder, name))));
}

function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a folder as output', () => {
  /** Runs of 8 MiB of input, parts of 4 MB of output. */
  function folderCorpus(): FakeCorpus {
    return fakeCorpus(mixedSessions({ inputBytes: megabyte }));
  }

  it('is the same, file by file, whatever the number of workers', async () => {
    const corpus = folderCorpus();
    const trees = [];
    for (const workers of [1, 2, 3]) {
      const folder = join(temporaryFolder(), 'out');
      await render(corpus, { out: `${folder}/`, workers, partBytes: 4 * megabyte });
      expect(joinedParts(folder).equals(corpus.output)).toBe(true);
      trees.push(treeOf(folder));
    }
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
  });

  it('has a manifest that tells what is in the parts', async () => {
    const corpus = folderCorpus();
    const folder = join(temporaryFolder(), 'out');
    await render(corpus, { out: `${folder}/`, workers: 2, partBytes: 4 * megabyte });
    const names = readdirSync(folder).filter((name) => name.startsWith('part-'));
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).toEqual({
      tool: 'promptmill',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      options: fakeContext.options,
      pack: 'none',
      sessions: 111,
      requests: 337,
      failures: 9,
      notices: {},
      parts: names.map((file) => {
        const bytes = readFileSync(join(folder, file));
        const lines = bytes.toString('latin1').split('\n').length - 1;
        return { file, bytes: bytes.length, lines, sha256: sha256(bytes) };
      }),
    });
    expect(failureLines(join(folder, 'failures.jsonl'))).toHaveLength(9);
  });

  it('takes back a large session that breaks half way', async () => {
    const corpus = fakeCorpus([
      { requests: 2, bytes: 2000 },
      { requests: 2, bytes: 5 * megabyte, chunkBytes: 100_000, fault: 'throw-in-write' },
      { requests: 2, bytes: 2000 },
    ]);
    const folder = join(temporaryFolder(), 'out');
    const summary = await render(corpus, { out: `${folder}/` });
    expect(summary).toMatchObject({ sessions: 2, failures: 1 });
    expect(joinedParts(folder).equals(corpus.output)).toBe(true);
    expect(summary.parts.map((part) => part.sha256)).toEqual([sha256(corpus.output)]);
  });

  it('is a folder also without a slash when it is there', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await render(corpus, { out: folder });
    expect(readdirSync(folder)).toEqual([
      'failures.jsonl',
      'manifest.json',
      'notes.txt',
      'part-00000.jsonl',
    ]);
  });

  it('with an earlier result is refused, or with force replaced as a whole', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'part-00007.jsonl'), 'old');
    await expect(render(corpus, { out: folder })).rejects.toMatchObject({
      code: 'output_exists',
      details: { found: 'part-00007.jsonl' },
    });
    await render(corpus, { out: folder, force: true });
    expect(readdirSync(folder)).toEqual(['failures.jsonl', 'manifest.json', 'part-00000.jsonl']);
  });
});

describe('an abort', () => {
  it.each(['out.jsonl', 'out/'])(
    'ends the job at once and leaves nothing behind: %s',
    async (name) => {
      const sessions = Array.from({ length: 50 }, (): FakeSession => ({
        requests: 1,
        bytes: 200_000,
        inputBytes: megabyte,
        planMs: 30_000,
      }));
      const corpus = fakeCorpus(sessions);
      const folder = temporaryFolder();
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort();
      }, 300);
      const out = `${folder}/${name}`;
      const summary = await render(corpus, { out, workers: 2, signal: controller.signal });
      expect(summary.end).toBe('aborted');
      expect(summary.elapsedMs).toBeLessThan(15_000);
      const left = existsSync(join(folder, 'out'))
        ? readdirSync(join(folder, 'out'))
        : readdirSync(folder);
      expect(left).toEqual([]);
    },
  );

  it('before the start does nothing', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const summary = await render(corpus, { signal: AbortSignal.abort() });
    expect(summary).toMatchObject({ end: 'aborted', sessions: 0 });
  });
});

describe('no input', () => {
  it('is an empty job', async () => {
    const summary = await render(fakeCorpus([]), {});
    expect(summary).toMatchObject({ end: 'done', sessions: 0, failures: 0 });
  });
});

describe('a worker module that cannot be loaded', () => {
  it('ends the job with the reason', async () => {
    const corpus = fakeCorpus([{ requests: 1, bytes: 100 }]);
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'm'));
    const module = join(folder, 'm', 'broken.mjs');
    writeFileSync(module, 'import "./nowhere.mjs";\nexport const runJob = () => {};\n');
    const workerModule = new URL(`file://${module}`);
    await expect(render(corpus, { workerModule })).rejects.toMatchObject({ code: 'internal' });
  });
});
