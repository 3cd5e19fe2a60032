import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import { meta, rolloutOf, user } from '../support/rollout-lines.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function promptmill(...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const environment = '<environment_context>x</environment_context>';
const before = rolloutOf([meta(), user(environment), user('a')]);
const after = Buffer.from(rolloutOf([meta(), user('a')])).toString('utf8');

/** A folder with `a.jsonl` and `b/c.jsonl.gz`, and one beside it that is not there yet. */
function folders(): { readonly from: string; readonly to: string } {
  const root = temporaryFolder();
  const from = join(root, 'sessions');
  mkdirSync(join(from, 'b'), { recursive: true });
  writeFileSync(join(from, 'a.jsonl'), before);
  writeFileSync(join(from, 'b', 'c.jsonl.gz'), gzipSync(before));
  return { from, to: join(root, 'stripped') };
}

describe('promptmill strip', () => {
  it('writes one rollout to standard output and says what went beside it', () => {
    const { from } = folders();
    const { status, stdout, stderr } = promptmill('strip', join(from, 'a.jsonl'));
    expect([status, stdout]).toEqual([0, after]);
    expect(stderr).toContain('environment_context  1 part');
  });

  it('gives each rollout below a folder a file of the same name', () => {
    const { from, to } = folders();
    const { status, stdout } = promptmill('strip', from, '--out', `${to}/`, '--json');
    expect(status).toBe(0);
    expect(readdirSync(to, { recursive: true }).map(String).toSorted()).toEqual([
      'a.jsonl',
      'b',
      'b/c.jsonl',
    ]);
    expect(readFileSync(join(to, 'b/c.jsonl'), 'utf8')).toBe(after);
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(reports).toMatchObject([
      { file: join(from, 'a.jsonl'), out: join(to, 'a.jsonl'), removedLines: 1 },
      { file: join(from, 'b/c.jsonl.gz'), out: join(to, 'b/c.jsonl'), removedLines: 1 },
    ]);
  });

  it('records a file that cannot be read and goes on', () => {
    const { from, to } = folders();
    writeFileSync(join(from, 'b', 'broken.jsonl.gz'), 'no gzip');
    const { status, stderr } = promptmill('strip', from, '--out', `${to}/`);
    expect(status).toBe(3);
    expect(stderr).toContain(`1 rollout failed: see ${join(to, 'failures.jsonl')}`);
    const failure: unknown = JSON.parse(readFileSync(join(to, 'failures.jsonl'), 'utf8'));
    expect(failure).toMatchObject({ file: join(from, 'b/broken.jsonl.gz'), code: 'input_corrupt' });
    expect(readFileSync(join(to, 'a.jsonl'), 'utf8')).toBe(after);
  });

  it('refuses several rollouts for one file, a file that is there, and a kind that is none', () => {
    const { from, to } = folders();
    expect(promptmill('strip', from, '--out', to)).toMatchObject({ status: 2 });
    expect(promptmill('strip', from)).toMatchObject({ status: 2 });
    const file = join(from, 'a.jsonl');
    expect(promptmill('strip', file, '--out', file)).toMatchObject({ status: 6 });
    expect(promptmill('strip', file, '--kinds', 'sails')).toMatchObject({ status: 2 });
    expect(readFileSync(file)).toEqual(Buffer.from(before));
  });

  it('replaces a file when it is told to', () => {
    const { from } = folders();
    const file = join(from, 'a.jsonl');
    expect(promptmill('strip', file, '--out', file, '--force', '--quiet')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(after);
  });
});
