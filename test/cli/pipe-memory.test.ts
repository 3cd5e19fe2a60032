// What `promptmill pipe` holds in memory: one record, one request, and what the system buffers.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoFiles, linesOf, outcomeOf, startPipe } from '../support/pipe-process.js';
import { tinyRollout } from '../support/tiny-rollouts.js';

const [sample = ''] = demoFiles;

interface Answered {
  readonly byteLength: number;
  /** Of each answer. */
  readonly types: readonly string[];
}

/** Reads up to the answer of the record of that id. What a line begins with says what it is. */
async function answersUpTo(child: ChildProcess, id: string): Promise<Answered> {
  const types: string[] = [];
  let byteLength = 0;
  let start = '';
  return new Promise((resolve) => {
    const take = (chunk: Buffer): void => {
      byteLength += chunk.length;
      for (let from = 0; from < chunk.length;) {
        const end = chunk.indexOf('\n', from);
        const to = end < 0 ? chunk.length : end;
        if (start.length < 100) start += chunk.toString('latin1', from, Math.min(to, from + 100));
        from = to + 1;
        if (end < 0) break;
        types.push(/^\{"type":"(\w+)"/.exec(start)?.[1] ?? 'none');
        const isLast = start.includes(`"id":"${id}"`);
        start = '';
        if (!isLast) continue;
        child.stdout?.off('data', take);
        resolve({ byteLength, types });
      }
    };
    child.stdout?.on('data', take);
  });
}

/** A row of what Linux tells of a process, in bytes. */
function memoryOf({ pid }: ChildProcess, row: 'VmHWM' | 'VmRSS'): number {
  const text = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`${row}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1024;
}

describe('the memory of a pipe', () => {
  it('does not take in more than it can answer', async () => {
    const child = startPipe(['--quiet']);
    const records = 40_000;
    let isTakenIn = false;
    child.stdin?.end(`${'no/'.repeat(100)}\n`.repeat(records), () => {
      isTakenIn = true;
    });
    await new Promise((resume) => setTimeout(resume, 1000));
    // Twelve megabytes are more than both pipes and all buffers hold; a pass can't come from being slow.
    expect(isTakenIn).toBe(false);
    const { status, stdout } = await outcomeOf(child);
    expect(status).toBe(0);
    expect(stdout.toString('latin1').split('\n')).toHaveLength(records + 1);
  });

  it.skipIf(process.platform !== 'linux')('holds a line of 100 MB a few times over', async () => {
    const rollout = tinyRollout({ name: 'a', turns: 1, textLength: 100_000_000 });
    const child = startPipe(['--quiet']);
    const ended = once(child, 'close');
    child.stdin?.write(linesOf([{ rollout }, { id: 'last', file: 'none' }]));
    const { byteLength, types } = await answersUpTo(child, 'last');
    const peakBytes = memoryOf(child, 'VmHWM');
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    expect(types).toEqual(['request', 'end', 'error']);
    expect(byteLength).toBeGreaterThan(100_000_000);
    expect(peakBytes).toBeLessThan(1_500_000_000);
  });

  it.skipIf(process.platform !== 'linux')('does not grow with the number of records', async () => {
    const child = startPipe(['--quiet', '--at', 'last']);
    const ended = once(child, 'close');
    const sizes: number[] = [];
    for (let round = 0; round < 10; round++) {
      const records = Array.from({ length: 1000 }, (_, number) => ({
        file: sample,
        // No two have the same options, so that nothing that is kept for others helps.
        set: { developer_instructions: `Round ${String(round)}, number ${String(number)}.` },
      }));
      child.stdin?.write(linesOf(records));
      // Answered in order: this answer says that all before are done.
      child.stdin?.write(linesOf([{ id: `round ${String(round)}`, file: 'none' }]));
      const { types } = await answersUpTo(child, `round ${String(round)}`);
      expect(types).toHaveLength(2001);
      sizes.push(memoryOf(child, 'VmRSS'));
    }
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    const [early = 0] = sizes.slice(2);
    expect((sizes.at(-1) ?? 0) - early).toBeLessThan(100_000_000);
  });
});
