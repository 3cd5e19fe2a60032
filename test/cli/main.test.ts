import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import { type TinyRollout, writeTinyRollouts } from '../support/tiny-rollouts.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function promptmill(args: readonly string[], input = '', env = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const threeSessions: readonly TinyRollout[] = [
  { name: 'sessions/a.jsonl', turns: 2 },
  { name: 'sessions/b/c.jsonl', turns: 1 },
  { name: 'sessions/d.jsonl', turns: 3 },
];

function sessionFolder(rollouts = threeSessions): {
  readonly folder: string;
  readonly paths: string[];
} {
  const folder = temporaryFolder();
  return { folder, paths: writeTinyRollouts(folder, rollouts) };
}

/** `[file name, request number]` of each output line. */
function requestsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { source, at } = JSON.parse(line) as { source: { file: string }; at: number };
    return [source.file.slice(source.file.lastIndexOf('/') + 1), at];
  });
}

const allRequests = [
  ['a.jsonl', 0],
  ['a.jsonl', 1],
  ['c.jsonl', 0],
  ['d.jsonl', 0],
  ['d.jsonl', 1],
  ['d.jsonl', 2],
];

describe('promptmill', () => {
  it('prints its version', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    expect(promptmill(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('says which kernel it takes', () => {
    const { stdout } = promptmill(['--version', '--json'], '', { PROMPTMILL_KERNEL: 'js' });
    expect(JSON.parse(stdout)).toMatchObject({ node: process.version, kernel: 'js', notTaken: [] });
  });

  it('explains itself on standard output when asked', () => {
    const { status, stdout, stderr } = promptmill(['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Exit codes');
  });

  it.each([
    [[], 'a command is missing'],
    [['rendre'], 'there is no command rendre'],
    [['render'], 'render: INPUT… is missing'],
    [['render', 'x', '--at', '5..2'], '--at: 5..2 is not understood'],
    [['render', 'x', '--colour'], "Unknown option '--colour'"],
    [['render', 'x', '--workers'], "Option '--workers <value>' argument missing"],
  ])('does not understand %j and says why', (args, message) => {
    const { status, stdout, stderr } = promptmill(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`promptmill: ${message}`);
    expect(stderr).toContain('expected:');
  });
});

describe('promptmill render', () => {
  it('gives the same bytes whichever kernel is named', () => {
    const { paths } = sessionFolder();
    const [js, wasm] = ['js', 'wasm'].map((kernel) => {
      const args = ['render', ...paths, '--kernel', kernel, '--quiet'];
      return promptmill(args);
    });
    expect(requestsIn(js?.stdout ?? '')).toEqual(allRequests);
    expect(wasm).toEqual(js);
  });

  it('takes the kernel of PROMPTMILL_KERNEL, and refuses one that is none', () => {
    const { paths } = sessionFolder();
    const { status, stderr } = promptmill(['render', ...paths], '', { PROMPTMILL_KERNEL: 'rust' });
    expect(status).toBe(2);
    expect(stderr.split('\n')[0]).toBe('promptmill: PROMPTMILL_KERNEL: rust is not understood');
  });

  it('prints requests on standard output and talks on standard error', () => {
    const { folder } = sessionFolder();
    const { status, stdout, stderr } = promptmill(['render', join(folder, 'sessions')]);
    expect(status).toBe(0);
    expect(requestsIn(stdout)).toEqual(allRequests);
    expect(stderr).toMatch(/^3 sessions, 6 requests, /);
  });

  it('is silent when told to be', () => {
    const { paths } = sessionFolder();
    expect(promptmill(['render', ...paths, '--quiet', '--out', '/dev/null'])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.each([
    [
      'last',
      [
        ['a.jsonl', 1],
        ['c.jsonl', 0],
        ['d.jsonl', 2],
      ],
    ],
    [
      '0',
      [
        ['a.jsonl', 0],
        ['c.jsonl', 0],
        ['d.jsonl', 0],
      ],
    ],
    [
      '0..0',
      [
        ['a.jsonl', 0],
        ['c.jsonl', 0],
        ['d.jsonl', 0],
      ],
    ],
  ])('renders what --at %s names', (at, expected) => {
    const { folder } = sessionFolder();
    const { stdout } = promptmill(['render', join(folder, 'sessions'), '--at', at]);
    expect(requestsIn(stdout)).toEqual(expected);
  });

  it('gives the same bytes whatever the number of workers and the kind of output', () => {
    const rollouts = Array.from({ length: 30 }, (_, index): TinyRollout => ({
      name: `s/${String(index).padStart(2, '0')}.jsonl`,
      turns: 1 + (index % 7),
      textLength: 10 ** (1 + (index % 5)),
    }));
    const { folder } = sessionFolder(rollouts);
    const sessions = join(folder, 's');
    const expected = promptmill(['render', sessions, '--workers', '1']).stdout;
    for (const workers of ['2', '3']) {
      const file = join(folder, `out-${workers}.jsonl`);
      const parts = join(folder, `out-${workers}`);
      promptmill(['render', sessions, '--workers', workers, '--out', file]);
      promptmill(['render', sessions, '--workers', workers, '--out', `${parts}/`]);
      expect(promptmill(['render', sessions, '--workers', workers]).stdout === expected).toBe(true);
      expect(readFileSync(file, 'utf8') === expected).toBe(true);
      expect(readFileSync(join(parts, 'part-00000.jsonl'), 'utf8') === expected).toBe(true);
    }
  });

  it('reads a list of paths from standard input', () => {
    const { paths } = sessionFolder();
    const { status, stdout } = promptmill(['render', '-'], `${paths.slice(1).join('\n')}\n`);
    expect(status).toBe(0);
    expect(requestsIn(stdout)).toEqual(allRequests.slice(2));
  });

  it('reads a list separated by NUL as well', () => {
    const { paths } = sessionFolder();
    const { stdout } = promptmill(['render', '-'], `${paths.join('\0')}\0`);
    expect(requestsIn(stdout)).toEqual(allRequests);
  });

  it('says on standard error which sessions failed, and renders the rest', () => {
    const { folder } = sessionFolder([
      ...threeSessions,
      { name: 'sessions/bad.jsonl', turns: 0, raw: '' },
    ]);
    const { status, stdout, stderr } = promptmill(['render', join(folder, 'sessions')]);
    expect(status).toBe(3);
    expect(requestsIn(stdout)).toEqual(allRequests);
    const [record, ...talk] = stderr.trimEnd().split('\n');
    expect(JSON.parse(record ?? '')).toMatchObject({
      file: join(folder, 'sessions/bad.jsonl'),
      code: 'empty_rollout',
    });
    expect(talk[1]).toBe('1 session failed: see above');
  });

  it('renders a rollout once that is there twice, and says so', () => {
    const { folder, paths } = sessionFolder();
    writeFileSync(`${paths[0] ?? ''}.gz`, gzipSync(readFileSync(paths[0] ?? '')));
    const { status, stdout, stderr } = promptmill(['render', join(folder, 'sessions')]);
    expect(status).toBe(0);
    expect(requestsIn(stdout)).toEqual(allRequests);
    expect(stderr).toContain('1 file passed over: the same is there less compressed\n');
  });

  it('counts what is not there as failed', () => {
    const { paths } = sessionFolder();
    const { status, stderr } = promptmill(['render', 'nowhere.jsonl', paths[0] ?? '']);
    expect(status).toBe(3);
    expect(JSON.parse(stderr.split('\n')[0] ?? '')).toMatchObject({
      file: 'nowhere.jsonl',
      code: 'input_not_found',
    });
  });

  it('has an exit code of its own for when nothing was rendered', () => {
    const { folder, paths } = sessionFolder([{ name: 'bad.jsonl', turns: 0, raw: '' }]);
    const out = join(folder, 'out.jsonl');
    expect(promptmill(['render', ...paths, '--out', out]).status).toBe(4);
    expect(readdirSync(folder)).toEqual(['bad.jsonl', 'out.failures.jsonl']);
  });

  it('does not write over an earlier result', () => {
    const { folder, paths } = sessionFolder();
    const out = join(folder, 'out.jsonl');
    writeFileSync(out, 'mine');
    const { status, stderr } = promptmill(['render', ...paths, '--out', out]);
    expect(status).toBe(6);
    expect(stderr).toBe(
      [
        `promptmill: ${out} is there already`,
        `  where:    ${out}`,
        '  found:    a file',
        '  expected: a place nothing has been written to yet',
        '  try:      choose another --out, or replace it with --force',
        '',
      ].join('\n'),
    );
    expect(promptmill(['render', ...paths, '--out', out, '--force']).status).toBe(0);
    expect(requestsIn(readFileSync(out, 'utf8'))).toEqual(allRequests);
  });

  it('cannot write where there is no folder', () => {
    const { folder, paths } = sessionFolder();
    expect(promptmill(['render', ...paths, '--out', join(folder, 'x/out.jsonl')]).status).toBe(6);
  });

  it('cannot use a catalog that is none', () => {
    const { folder, paths } = sessionFolder();
    const catalog = join(folder, 'catalog.json');
    writeFileSync(catalog, '{"no":"models"}');
    const { status, stderr } = promptmill(['render', ...paths, '--catalog', catalog]);
    expect(status).toBe(2);
    expect(stderr).toContain('an object with the keys no');
  });

  it('takes a reader who has had enough for a normal end', async () => {
    const { folder } = sessionFolder([{ name: 's/long.jsonl', turns: 200, textLength: 5000 }]);
    const child = spawn(process.execPath, [main, 'render', join(folder, 's')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await exitOf(child)).toBe(0);
  });

  it('can be killed while a reader makes it wait', async () => {
    const { folder } = sessionFolder([{ name: 's/long.jsonl', turns: 100, textLength: 5000 }]);
    const child = spawn(process.execPath, [main, 'render', join(folder, 's')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'readable');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('ends cleanly on Ctrl-C', async () => {
    const { folder } = sessionFolder([{ name: 's/long.jsonl', turns: 300, textLength: 40_000 }]);
    const out = join(folder, 'out.jsonl');
    const child = spawn(process.execPath, [main, 'render', join(folder, 's'), '--out', out], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilWriting(folder);
    child.kill('SIGINT');
    expect(await exitOf(child)).toBe(130);
    expect(readdirSync(folder)).toEqual(['s']);
  });
});

describe('promptmill inspect', () => {
  it('prints a table to read, or JSON for a program', () => {
    const { paths } = sessionFolder();
    const table = promptmill(['inspect', paths[0] ?? '']);
    expect({ ...table, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(table.stdout).toMatch(/^requests +2: /m);
    const json = promptmill(['inspect', paths[0] ?? '', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ requests: { turn: 2 } });
  });

  it('takes one file that is there', () => {
    const { paths } = sessionFolder();
    expect(promptmill(['inspect', ...paths]).status).toBe(2);
    const { status, stderr } = promptmill(['inspect', 'nowhere.jsonl']);
    expect(status).toBe(2);
    expect(stderr).toContain('where:    nowhere.jsonl');
  });
});

async function exitOf(child: ChildProcess): Promise<number | null> {
  await once(child, 'close');
  return child.exitCode;
}

/** Waits until the output is being written aside. */
async function untilWriting(folder: string): Promise<void> {
  const isAside = (name: string): boolean => name.endsWith('.tmp');
  while (!(existsSync(folder) && readdirSync(folder).some(isAside))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
