import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { lintFixtures } from '../support/lint-fixtures.js';
import { type Line, rolloutOf } from '../support/rollout-lines.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function lint(...args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'lint', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const folder = mkdtempSync(join(tmpdir(), 'promptmill-lint-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, lines: readonly Line[]): string {
  const file = join(folder, name);
  writeFileSync(file, rolloutOf(lines));
  return file;
}

const note = fileOf('note.jsonl', lintFixtures['cut-output'].fires);
const warning = fileOf('warning.jsonl', lintFixtures['call-without-output'].fires);
const error = fileOf('error.jsonl', lintFixtures['refused-name'].fires);
const clean = fileOf('clean.jsonl', lintFixtures['refused-name'].twin);
const gone = join(folder, 'gone.jsonl');

describe('promptmill lint', () => {
  it('prints findings by file and ends with the counts', () => {
    const { status, stdout, stderr } = lint(warning, clean);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(warning);
    expect(stdout).toMatch(/\n0 errors, 1 warning in 1 of 2 sessions\n$/);
  });

  it('prints a JSON line for each finding', () => {
    const lines = lint(error, '--json').stdout.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { rule: 'refused-name', severity: 'error', file: error, line: 6, path: '/input/1/name' },
    ]);
  });

  it.each([
    [[clean], 0],
    [[warning], 0],
    [[error], 5],
    [[error, '--fail-on', 'never'], 0],
    [[error, '--ignore', 'refused-name'], 0],
    [[warning, '--fail-on', 'warning'], 5],
    [[warning, '--rule', 'refused-name', '--fail-on', 'note'], 0],
    [[note, '--fail-on', 'note'], 5],
    [[note, '--severity', 'warning', '--fail-on', 'note'], 0],
    [[clean, gone], 3],
    [[error, gone], 5],
    [[gone], 4],
  ])('for %j ends with %i', (args, code) => {
    expect(lint(...args).status).toBe(code);
  });

  it('shows notes when asked', () => {
    expect(lint(note).stdout).toBe('nothing found in 1 session\n');
    expect(lint(note, '--severity', 'note').stdout).toContain('cut-output');
    expect(lint(note, '--rule', 'cut-output').stdout).toContain('cut-output');
  });

  it('writes SARIF beside the text, or alone', () => {
    const file = join(folder, 'lint.sarif');
    expect(lint(error, '--sarif', file).stdout).toContain('1 error');
    const alone = lint(error, '--sarif', '-').stdout;
    expect(readFileSync(file, 'utf8')).toBe(alone);
    expect(JSON.parse(alone)).toMatchObject({ runs: [{ results: [{ ruleId: 'refused-name' }] }] });
  });

  it('prints the page of a rule', () => {
    const page = readFileSync(new URL('../../docs/lint/wrong-model.md', import.meta.url), 'utf8');
    expect(lint('--explain', 'wrong-model')).toEqual({ status: 0, stdout: page, stderr: '' });
  });

  it('says of a rule that there is none which there are', () => {
    const { status, stderr } = lint(clean, '--rule', 'wrong');
    expect(status).toBe(2);
    expect(stderr).toContain('duplicate-fragment, ');
  });
});
