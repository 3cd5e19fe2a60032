// The Python client against the real process: what it renders is what `render` prints, also when the process is killed.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { demoFiles, main, repository } from '../../support/pipe-process.js';

const client = fileURLToPath(new URL('../../../dist/clients/python', import.meta.url));
const script = fileURLToPath(new URL('use_client.py', import.meta.url));

const [major = 0, minor = 0] = spawnSync(
  'python3',
  ['-c', 'import sys; print(*sys.version_info[:2])'],
  { encoding: 'utf8' },
)
  .stdout?.split(' ')
  .map(Number) ?? [0, 0];
const hasPython = major > 3 || (major === 3 && minor >= 9);
const reason = hasPython ? '' : ' (skipped: needs a python3 of 3.9 or newer)';

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function python(...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    [script, process.execPath, main, ...args],
    {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  return { status, stdout, stderr };
}

function render(...args: string[]): string {
  const { stdout } = spawnSync(process.execPath, [main, 'render', '--quiet', ...args], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return stdout;
}

describe.skipIf(!hasPython)(`promptmill_client.py${reason}`, () => {
  it('renders the sample sessions, byte for byte as render does', () => {
    expect(python('all', ...demoFiles)).toEqual({
      status: 0,
      stdout: render(...demoFiles),
      stderr: '',
    });
  });

  it.each([1, 2, 3])('loses and doubles nothing when it is killed at random (seed %d)', (seed) => {
    const { status, stdout, stderr } = python('killed', String(seed), ...demoFiles);
    expect({ status, stdout }).toEqual({ status: 0, stdout: render(...demoFiles) });
    expect(Number(/(\d+) kills/.exec(stderr)?.[1])).toBeGreaterThan(2);
  });

  it('hands on options, errors, bodies and specs', () => {
    const [sample = ''] = demoFiles;
    const { status, stdout, stderr } = python('tour', sample);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const last = render(sample, '--at', 'last').trimEnd();
    const { request } = JSON.parse(last) as { request: unknown };
    expect(JSON.parse(stdout)).toEqual({
      last,
      body: request,
      error: { code: 'input_not_found', file: 'none' },
      failed: ['a', 'RenderError', 'b', 1],
      model: 'gpt-5.5',
      abandoned: last,
      busy: 'ProcessError',
      code: 0,
    });
  });

  it('gives up on options that are wrong and on records that kill again and again', () => {
    expect(JSON.parse(python('hopeless').stdout)).toEqual({
      wrong: expect.stringContaining('ended with 2'),
      deadly: expect.stringContaining('ended with -9'),
    });
  });
});
