import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import { demoFiles, main, repository } from '../support/pipe-process.js';

const demo = 'scripts/demo/sessions';

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs with nothing in the environment but what is given. */
function promptmill(args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env,
  });
  return { status, stdout, stderr };
}

function shards(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${String(index)}/${String(count)}`);
}

describe('promptmill render --shard', () => {
  const whole = promptmill(['render', demo, '--quiet']).stdout;

  it.each([1, 2, 3, 7])('gives, %d shares put together, the bytes of a single run', (count) => {
    const folder = temporaryFolder();
    const parts = shards(count).map((shard, index) => {
      const out = join(folder, String(index));
      const args = ['render', demo, '--shard', shard, '--out', out, '--quiet'];
      expect(promptmill(args)).toEqual({ status: 0, stdout: '', stderr: '' });
      return readFileSync(out, 'utf8');
    });
    expect(parts.join('')).toBe(whole);
    expect(parts.every((part) => part !== '')).toBe(true);
  });

  it('finds the parent of a fork that is in another share', () => {
    const folder = temporaryFolder();
    const forks = demoFiles.filter((file) => file.includes('/fork-prefix/'));
    for (const [place, file] of forks.entries()) {
      cpSync(join(repository, file), join(folder, String(place), basename(file)));
    }
    const single = promptmill(['render', folder, '--quiet']).stdout;
    const parts = shards(forks.length).map(
      (shard) => promptmill(['render', folder, '--quiet', '--shard', shard]).stdout,
    );
    expect(forks.length).toBeGreaterThan(1);
    expect(single).not.toMatch(/parent_not_found/);
    expect(parts.join('')).toBe(single);
    const [child = ''] = forks.map((file) => basename(file)).toReversed();
    const alone = promptmill(['render', join(folder, String(forks.length - 1), child), '--quiet']);
    expect(parts.at(-1)).not.toBe(alone.stdout);
  });

  it('writes an empty output for a share that is empty, and is content', () => {
    const [first = '', second = ''] = demoFiles;
    const folder = temporaryFolder();
    const args = ['render', first, second, '--shard', '2/3'];
    expect(promptmill([...args, '--quiet'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const out = join(folder, 'part.jsonl');
    expect(promptmill([...args, '--out', out]).stderr).toMatch(
      /^shard 2\/3, from --shard: inputs none of 2\n0 sessions/,
    );
    expect(readFileSync(out, 'utf8')).toBe('');
    expect(promptmill([...args, '--out', `${folder}/parts/`, '--quiet']).status).toBe(0);
    expect(readdirSync(join(folder, 'parts'))).toContain('manifest.json');
  });

  it('tells of an input that is not there in one share only', () => {
    const args = ['render', demo, 'no-such-file.jsonl', '--quiet', '--out', '/dev/null'];
    const codes = shards(3).map((shard) => promptmill([...args, '--shard', shard]).status);
    expect(codes).toEqual([0, 0, 3]);
  });

  it('takes the share that a scheduler names, and says which', () => {
    const env = {
      SLURM_ARRAY_TASK_ID: '2',
      SLURM_ARRAY_TASK_MIN: '1',
      SLURM_ARRAY_TASK_COUNT: '7',
    };
    const { status, stdout, stderr } = promptmill(['render', demo, '--shard', 'auto'], env);
    expect(status).toBe(0);
    expect(stdout).toBe(promptmill(['render', demo, '--shard', '1/7', '--quiet']).stdout);
    expect(stderr.split('\n')[0]).toBe(
      'shard 1/7, from Slurm (SLURM_ARRAY_TASK_ID=2 of SLURM_ARRAY_TASK_COUNT=7): inputs 4 to 6 of 19',
    );
  });

  it('does not guess how many shares there are', () => {
    const env = { JOB_COMPLETION_INDEX: '1' };
    const { status, stdout, stderr } = promptmill(['render', demo, '--shard', 'auto'], env);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/try: +--shard auto\/N, where N is spec\.completions of the job/);
    const told = promptmill(['render', demo, '--shard', 'auto/7', '--quiet'], env);
    expect(told.stdout).toBe(promptmill(['render', demo, '--shard', '1/7', '--quiet']).stdout);
  });

  it('shares out session specs too', () => {
    const file = join(temporaryFolder(), 'specs.json');
    const specs = ['a', 'b', 'c'].map((prompt) => ({ model: 'gpt-5.5', prompt }));
    writeFileSync(file, JSON.stringify(specs));
    const parts = shards(2).map((shard) =>
      promptmill(['render', '--new', file, '--shard', shard, '--quiet']),
    );
    expect(parts.map(({ stdout }) => stdout).join('')).toBe(
      promptmill(['render', '--new', file]).stdout,
    );
  });
});

describe('promptmill strip --shard', () => {
  it('strips, in shares, each rollout once', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'out'));
    for (const shard of shards(3)) {
      const args = ['strip', demo, '--shard', shard, '--out', join(folder, 'out'), '--quiet'];
      expect(promptmill(args)).toEqual({ status: 0, stdout: '', stderr: '' });
    }
    const whole = promptmill(['strip', demo, '--out', join(folder, 'whole/'), '--quiet']);
    expect(whole.status).toBe(0);
    const names = (name: string): string[] =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.jsonl'))
        .toSorted();
    expect(names('out')).toEqual(names('whole'));
  });
});
