import { afterEach, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../src/pool/worker-pool.js';

interface Job {
  readonly notes: number;
  readonly ends: 'well' | 'exit' | 'fail' | 'break' | 'sleep';
}

const module = new URL('../support/pool-worker.mjs', import.meta.url);
const pools: WorkerPool<Job, number>[] = [];

function poolOf(workers: number): WorkerPool<Job, number> {
  const pool = new WorkerPool<Job, number>({ workers, module });
  pools.push(pool);
  return pool;
}

async function run(pool: WorkerPool<Job, number>, job: Job): Promise<number[]> {
  const notes: number[] = [];
  await pool.run(job, (note) => notes.push(note));
  return notes;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a job', () => {
  it('has told everything when it ends', async () => {
    expect(await run(poolOf(1), { notes: 1000, ends: 'well' })).toHaveLength(1000);
  });

  it('fails with the error it raised', async () => {
    await expect(run(poolOf(1), { notes: 0, ends: 'fail' })).rejects.toMatchObject({
      code: 'bad_pack',
      message: 'no good',
      details: { found: 'this' },
    });
  });

  it('fails with an internal error when it has a mistake', async () => {
    await expect(run(poolOf(1), { notes: 0, ends: 'break' })).rejects.toMatchObject({
      code: 'internal',
      message: 'TypeError: a mistake',
    });
  });

  it('has told everything also when its thread dies, and the pool goes on', async () => {
    const pool = poolOf(1);
    const notes: number[] = [];
    const crash = pool.run({ notes: 1000, ends: 'exit' }, (note) => notes.push(note));
    await expect(crash).rejects.toMatchObject({ code: 'worker_crashed' });
    expect(notes).toHaveLength(1000);
    expect(await run(pool, { notes: 2, ends: 'well' })).toEqual([0, 1]);
  });

  it('ends at once when the pool is closed', async () => {
    const pool = poolOf(2);
    const asleep = run(pool, { notes: 0, ends: 'sleep' });
    setTimeout(() => {
      void pool.close();
    }, 200);
    await expect(asleep).rejects.toMatchObject({ message: expect.stringContaining('Terminating') });
  });
});

describe('a thread that does not start', () => {
  it('is an internal error', async () => {
    const nowhere = new URL('../support/no-such-worker.mjs', import.meta.url);
    const pool = new WorkerPool<Job, number>({ workers: 1, module: nowhere });
    pools.push(pool);
    await expect(run(pool, { notes: 0, ends: 'well' })).rejects.toMatchObject({ code: 'internal' });
  });
});
