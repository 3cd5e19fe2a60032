import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type FakeCorpus,
  fakeContext,
  fakeCorpus,
  type FakeSession,
  temporaryFolder,
} from '../support/fake-corpus.js';

const megabyte = 1_000_000;
const script = fileURLToPath(new URL('../support/run-fake-batch.mjs', import.meta.url));

type Rendering = ChildProcessByStdio<null, Readable, Readable>;

function start(corpus: FakeCorpus, workers: number): Rendering {
  const options = JSON.stringify({ inputs: corpus.inputs, context: fakeContext, workers });
  return spawn(process.execPath, [script, options], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readAll(stream: Readable, pauseMs = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    if (pauseMs > 0) await pause(pauseMs);
  }
  return Buffer.concat(chunks);
}

interface Outcome {
  readonly output: Buffer;
  readonly failures: readonly unknown[];
  readonly summary: unknown;
  readonly exitCode: number | null;
}

async function outcome(child: Rendering, pauseMs = 0): Promise<Outcome> {
  const closed = once(child, 'close');
  const [output, talk] = await Promise.all([readAll(child.stdout, pauseMs), readAll(child.stderr)]);
  await closed;
  const lines = talk.toString().trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as unknown);
  return {
    output,
    failures: records.slice(0, -1),
    summary: records.at(-1),
    exitCode: child.exitCode,
  };
}

function mixedSessions(): FakeSession[] {
  return Array.from({ length: 60 }, (_, index): FakeSession => {
    const faulty = { requests: 2, bytes: 5000, chunkBytes: 100 };
    if (index % 20 === 17) return { ...faulty, fault: 'throw-in-plan' };
    if (index % 20 === 18) return { ...faulty, fault: 'exit-in-write' };
    const isLarge = index % 15 === 5;
    return isLarge
      ? { requests: 4, bytes: 3 * megabyte, chunkBytes: 90_000, planMs: 20 }
      : { requests: 3, bytes: 3000 + 97 * index, planMs: index % 3 };
  });
}

describe('a pipe as output', () => {
  it.each([1, 2, 3])('is the same, byte for byte, with %i workers', async (workers) => {
    const corpus = fakeCorpus(mixedSessions());
    const { output, failures, summary } = await outcome(start(corpus, workers));
    expect(output.equals(corpus.output)).toBe(true);
    expect(summary).toMatchObject({ end: 'done', sessions: 54, failures: 6 });
    expect(failures).toEqual(
      [17, 18, 37, 38, 57, 58].map((index) =>
        expect.objectContaining({ file: corpus.inputs[index]?.path }),
      ),
    );
  });

  it('may have a slow reader', async () => {
    const corpus = fakeCorpus([
      { requests: 3, bytes: 3 * megabyte },
      { requests: 1, bytes: 100 },
    ]);
    const { output } = await outcome(start(corpus, 2), 5);
    expect(output.equals(corpus.output)).toBe(true);
  });

  it('goes on where a crashed worker left it', async () => {
    const marker = join(temporaryFolder(), 'once');
    writeFileSync(marker, '');
    const large = { requests: 2, bytes: 3 * megabyte, inputBytes: megabyte, chunkBytes: 100_000 };
    // The first session has its turn at once: half of it is out when the worker dies.
    const corpus = fakeCorpus([
      { ...large, fault: 'exit-in-write', marker },
      large,
      { requests: 1, bytes: 100 },
    ]);
    const { output, summary } = await outcome(start(corpus, 2));
    expect(output.equals(corpus.output)).toBe(true);
    expect(summary).toMatchObject({ sessions: 3, failures: 0 });
  });

  it('ends the job without an error when its reader has had enough', async () => {
    const sessions = Array.from({ length: 200 }, (): FakeSession => ({
      requests: 1,
      bytes: 200_000,
      planMs: 5,
    }));
    const child = start(fakeCorpus(sessions), 2);
    child.stdout.once('data', () => {
      child.stdout.destroy();
    });
    const closed = once(child, 'close');
    const talk = await readAll(child.stderr);
    await closed;
    expect(JSON.parse(talk.toString())).toMatchObject({ end: 'reader_gone' });
    expect(child.exitCode).toBe(0);
  });
});
