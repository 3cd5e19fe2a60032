import fc from 'fast-check';
import { closeSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ReusedBuffer } from '../../src/sources/reused-buffer.js';
import { WindowBytes } from '../../src/sources/window-bytes.js';
import { refusalOf, sampleLines, temporaryFolder } from './samples.js';

const kilobyte = 1024;

/** What was read from files, as byte ranges, in order. */
const reads = vi.hoisted((): { from: number; to: number }[] => []);

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const readSync = (fd: number, target: Uint8Array, ...range: [number, number, number]): number => {
    const count = original.readSync(fd, target, ...range);
    reads.push({ from: range[2], to: range[2] + count });
    return count;
  };
  return { ...original, readSync };
});

function windowOver(
  content: Uint8Array,
  windowBytes: number,
): { bytes: WindowBytes; path: string } {
  const path = join(temporaryFolder(), 'rollout.jsonl');
  writeFileSync(path, content);
  const fd = openSync(path, 'r');
  onTestFinished(() => closeSync(fd));
  reads.length = 0;
  const memory = new ReusedBuffer();
  return { bytes: new WindowBytes({ fd, sizeBytes: content.length, windowBytes, memory }), path };
}

function bytesRead(): number {
  return reads.reduce((sum, { from, to }) => sum + to - from, 0);
}

describe('a window over a file', () => {
  it('shows what the file holds, in whatever order ranges are asked for', () => {
    const content = sampleLines(300 * kilobyte);
    const { bytes } = windowOver(content, 64 * kilobyte);
    const range = fc
      .tuple(fc.nat({ max: content.length }), fc.nat({ max: 64 * kilobyte }))
      .map(([start, length]) => ({ start, end: Math.min(content.length, start + length) }));
    // Steps like those of a scan forward and of a walk backward, between jumps.
    const walk = fc.record({ range, steps: fc.array(fc.integer({ min: -9000, max: 9000 })) });
    fc.assert(
      fc.property(fc.array(walk, { maxLength: 8 }), (walks) => {
        for (const { range: first, steps } of walks) {
          let { start } = first;
          const length = first.end - first.start;
          for (const step of [0, ...steps]) {
            start = Math.min(Math.max(0, start + step), content.length - length);
            const seen = bytes.view(start, start + length);
            expect(Buffer.compare(seen, content.subarray(start, start + length))).toBe(0);
          }
        }
      }),
    );
  });

  it('reads each byte once for a scan, however its views straddle the window', () => {
    const content = sampleLines(1000 * kilobyte);
    for (const { viewBytes, stepBytes } of [
      { viewBytes: 64 * kilobyte, stepBytes: 64 * kilobyte },
      { viewBytes: 50_000, stepBytes: 1_000 },
      { viewBytes: 7_777, stepBytes: 7_777 },
      { viewBytes: 128 * kilobyte, stepBytes: 3 },
    ]) {
      const { bytes } = windowOver(content, 128 * kilobyte);
      const lastStart = Math.min(content.length, 2000 * stepBytes);
      for (let start = 0; start < lastStart; start += stepBytes) {
        bytes.view(start, Math.min(content.length, start + viewBytes));
      }
      const inOrder = reads.every(({ from }, i) => from === (reads[i - 1]?.to ?? 0));
      expect({ inOrder, atMostOnce: bytesRead() <= content.length }).toEqual({
        inOrder: true,
        atMostOnce: true,
      });
    }
  });

  it('keeps some of what lies behind, so that a look back reads nothing', () => {
    const content = sampleLines(1000 * kilobyte);
    const { bytes } = windowOver(content, 128 * kilobyte);
    for (let start = 0; start + 8000 < content.length; start += 4000) {
      bytes.view(start, start + 8000);
      const readBefore = bytesRead();
      bytes.view(Math.max(0, start - 4000), start);
      expect(bytesRead()).toBe(readBefore);
    }
  });

  it('reads little for a jump, and more as views go on from there', () => {
    const content = Buffer.alloc(4096 * kilobyte, 'x');
    const { bytes } = windowOver(content, 1024 * kilobyte);
    bytes.view(3_000_000, 3_000_100);
    expect(reads).toEqual([{ from: 3_000_000, to: 3_000_000 + 64 * kilobyte }]);
    for (let start = 1_000_000; start < 3_500_000; start += 1000) bytes.view(start, start + 1000);
    const sizes = reads.slice(1).map(({ from, to }) => Math.ceil((to - from) / kilobyte));
    expect(sizes.slice(0, 3)).toEqual([64, 256, 896]);
    expect(sizes.length).toBeLessThan(6);
  });

  it('does not read a walk backward again for each of its steps', () => {
    const content = Buffer.alloc(4096 * kilobyte, 'x');
    const { bytes } = windowOver(content, 1024 * kilobyte);
    for (let end = content.length; end >= 500; end -= 500) bytes.view(end - 500, end);
    expect(bytesRead()).toBeLessThan(1.1 * content.length);
    expect(reads.length).toBeLessThan(10);
  });

  it('says so when the file has become shorter, and does not show stale bytes after that', async () => {
    const content = sampleLines(300 * kilobyte);
    const { bytes, path } = windowOver(content, 64 * kilobyte);
    bytes.view(0, 1000);
    truncateSync(path, 100_000);
    const error = await refusalOf(() => bytes.view(90_000, 150_000));
    expect(error.toRecord()).toMatchObject({ code: 'source_changed', offsetBytes: 100_000 });
    await refusalOf(() => bytes.view(110_000, 110_001));
    expect(Buffer.from(bytes.view(90_000, 100_000)).equals(content.subarray(90_000, 100_000))).toBe(
      true,
    );
  });

  it.each([
    ['longer than the window', 0, 64 * kilobyte + 1],
    ['beyond the end', 99_000, 100_001],
    ['before the start', -1, 5],
    ['turned around', 10, 5],
  ])('refuses a range %s', async (_, start, end) => {
    const { bytes } = windowOver(Buffer.alloc(100_000), 64 * kilobyte);
    expect((await refusalOf(() => bytes.view(start, end))).code).toBe('internal');
  });

  it('refuses every range once it is closed', async () => {
    const { bytes } = windowOver(Buffer.alloc(100_000), 64 * kilobyte);
    bytes.view(0, 10);
    bytes.close();
    expect((await refusalOf(() => bytes.view(0, 10))).code).toBe('internal');
  });
});
