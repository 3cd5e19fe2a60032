import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { formatClosingLine, isFailure } from './closing-line.js';

const repo = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(repo, 'node_modules', 'vitest', 'vitest.mjs');
const reporter = join(repo, 'test', 'support', 'closing-line.ts');

describe('closing line', () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** Runs vitest on one test file in a folder of its own, inside the repository to find vitest. */
  function runTests(body: string): { readonly lastLine: string; readonly exitCode: number | null } {
    mkdirSync(join(repo, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(repo, '.cache', 'closing-line-'));
    folders.push(folder);
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
    writeFileSync(
      join(folder, 'sample.test.mjs'),
      `import { expect, it } from 'vitest';\nconst ok = () => expect(1).toBe(1);\n${body}\n`,
    );
    const args = [vitest, 'run', '--root', folder, '--reporter', reporter, '--dir', folder];
    const run = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    const lastLine = run.stdout.trimEnd().split('\n').at(-1) ?? '';
    return { lastLine, exitCode: run.status };
  }

  it('names skipped tests only when there are some', () => {
    expect(formatClosingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(formatClosingLine({ passed: 3, failed: 1, skipped: 2 })).toBe(
      '3 passed, 1 failed, 2 skipped',
    );
  });

  it('takes a run without an executed test for a failure', () => {
    expect(isFailure({ passed: 0, failed: 0, skipped: 4 })).toBe(true);
    expect(isFailure({ passed: 1, failed: 0, skipped: 4 })).toBe(false);
    expect(isFailure({ passed: 1, failed: 1, skipped: 0 })).toBe(true);
  });

  it('counts what passed and what was skipped', () => {
    expect(runTests("it('a', ok);\nit('b', ok);\nit.skip('c', ok);")).toEqual({
      lastLine: '2 passed, 0 failed, 1 skipped',
      exitCode: 0,
    });
  });

  it('counts failures and keeps the exit code', () => {
    expect(runTests("it('a', ok);\nit('b', () => expect(1).toBe(2));")).toEqual({
      lastLine: '1 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('counts a file that cannot be loaded', () => {
    expect(runTests("it('a', ok);\nthrow new Error('at load');")).toEqual({
      lastLine: '0 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('counts an error outside every test', () => {
    expect(
      runTests(
        "it('a', () => { setTimeout(() => { throw new Error('late'); }, 0); return new Promise((done) => setTimeout(done, 50)); });",
      ),
    ).toEqual({
      lastLine: '1 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('fails when every test was skipped', () => {
    expect(runTests("it.skip('a', ok);")).toEqual({
      lastLine: '0 passed, 0 failed, 1 skipped',
      exitCode: 1,
    });
  });
});
