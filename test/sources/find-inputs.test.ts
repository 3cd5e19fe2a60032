import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findInputs, type FoundInputs, type InputSpec } from '../../src/sources/find-inputs.js';
import { makePipe, temporaryFolder, writeTree } from './samples.js';

/** A folder with `files` of a few bytes, which the process moves into until the test ends. */
function workIn(...files: readonly string[]): string {
  const folder = temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return writeTree(folder, Object.fromEntries(files.map((path) => [path, path])));
}

/** Each input in one word: its path, or `!` and what was refused. */
function paths({ inputs }: FoundInputs): string[] {
  return inputs.map((input) =>
    input.kind === 'file' ? input.file.path : `! ${input.error.file ?? '?'}`,
  );
}

async function pathsOf(...specs: readonly InputSpec[]): Promise<string[]> {
  return paths(await findInputs(specs));
}

describe('inputs', () => {
  it('have a path, a size and an encoding', async () => {
    workIn('a.jsonl', 'sub/b.jsonl.gz', 'sub/deep/c.jsonl.zst');
    expect(await findInputs(['.'])).toEqual({
      inputs: [
        { kind: 'file', file: { path: './a.jsonl', sizeBytes: 7, encoding: 'plain' } },
        { kind: 'file', file: { path: './sub/b.jsonl.gz', sizeBytes: 14, encoding: 'gzip' } },
        { kind: 'file', file: { path: './sub/deep/c.jsonl.zst', sizeBytes: 20, encoding: 'zstd' } },
      ],
      passedOver: [],
    });
  });

  it('come in the order of what was named', async () => {
    workIn('z.jsonl', 'b/2.jsonl', 'b/1.jsonl', 'a.jsonl');
    expect(await pathsOf('z.jsonl', 'b', 'a.jsonl')).toEqual([
      'z.jsonl',
      'b/1.jsonl',
      'b/2.jsonl',
      'a.jsonl',
    ]);
  });

  it('of a folder or glob come by code points of the path below it', async () => {
    const inOrder = ['A.jsonl', 'a-b.jsonl', 'a.jsonl', 'a/x.jsonl', 'a0.jsonl', 'é.jsonl'];
    // U+FF5E comes before U+1F600, though the first UTF-16 unit of the latter is smaller.
    inOrder.push('\uff5e.jsonl', '\u{1f600}.jsonl');
    workIn(...inOrder.toReversed().map((path) => `in/${path}`));
    expect(await pathsOf('in')).toEqual(inOrder.map((path) => `in/${path}`));
    expect(await pathsOf('in/**/*.jsonl')).toEqual(inOrder.map((path) => `in/${path}`));
  });

  it('of a folder are rollouts only; a file that is named is taken whatever its name', async () => {
    workIn('in/a.jsonl', 'in/a.txt', 'in/b.json', 'in/jsonl', 'in/.hidden/c.jsonl', 'notes.txt');
    expect(await pathsOf('in')).toEqual(['in/.hidden/c.jsonl', 'in/a.jsonl']);
    expect(await pathsOf('in/*')).toEqual(['in/a.jsonl']);
    expect(await pathsOf('notes.txt')).toEqual(['notes.txt']);
  });

  it('are named by lists too, where nothing is a glob', async () => {
    workIn('a.jsonl', 'x/[1].jsonl', 'x/1.jsonl');
    const lines = ['x/[1].jsonl\r', '', '   ', 'x', 'missing.jsonl', 'a.jsonl'];
    expect(await pathsOf({ name: 'standard input', lines })).toEqual([
      'x/[1].jsonl',
      'x/1.jsonl',
      '! missing.jsonl',
      'a.jsonl',
    ]);
    async function* slowly(): AsyncGenerator<string> {
      yield* lines;
    }
    expect(await pathsOf('a.jsonl', { name: 'list', lines: slowly() })).toHaveLength(4);
  });

  it('with special signs in their name are found by it', async () => {
    workIn('[a]*.jsonl', 'a.jsonl');
    expect(await pathsOf('[a]*.jsonl')).toEqual(['[a]*.jsonl']);
  });

  it('of an absolute or upward glob are written as the glob is', async () => {
    const folder = workIn('s/2025/01/a.jsonl', 's/2025/02/b.jsonl', 'here/x');
    expect(await pathsOf(`${folder}/s/*/01/*`)).toEqual([`${folder}/s/2025/01/a.jsonl`]);
    process.chdir('here');
    expect(await pathsOf('../s/**/{a,b}.jsonl', './../s/2025/0[2-3]/*.jsonl')).toEqual([
      '../s/2025/01/a.jsonl',
      '../s/2025/02/b.jsonl',
    ]);
  });
});

describe('a file', () => {
  it('comes once, however often and by whatever name it is named', async () => {
    const folder = workIn('in/a.jsonl', 'in/b.jsonl');
    symlinkSync(join(folder, 'in/a.jsonl'), 'link.jsonl');
    symlinkSync(join(folder, 'in'), 'linked');
    expect(await pathsOf('link.jsonl', 'in', './in/../in', folder, 'in/*', 'linked')).toEqual([
      'link.jsonl',
      'in/b.jsonl',
    ]);
  });

  it('with two hard links is two files', async () => {
    workIn('a.jsonl');
    linkSync('a.jsonl', 'b.jsonl');
    expect(await pathsOf('.')).toEqual(['./a.jsonl', './b.jsonl']);
  });

  it('is found through linked folders, also when they lead in a circle', async () => {
    const folder = workIn('real/sub/a.jsonl', 'in/b.jsonl');
    symlinkSync(join(folder, 'real'), 'in/linked');
    symlinkSync(join(folder, 'in'), 'real/sub/back');
    expect(await pathsOf('in')).toEqual(['in/b.jsonl', 'in/linked/sub/a.jsonl']);
  });

  it('that is there plain and compressed comes plain, and the others are noted', async () => {
    workIn(
      'in/a.jsonl.gz',
      'in/a.jsonl.zst',
      'in/a.jsonl',
      'in/b.jsonl.gz',
      'in/b.jsonl.zst',
      'c.jsonl',
    );
    const found = await findInputs(['in']);
    expect(paths(found)).toEqual(['in/a.jsonl', 'in/b.jsonl.zst']);
    expect(found.passedOver).toEqual([
      { path: 'in/a.jsonl.gz', keptPath: 'in/a.jsonl' },
      { path: 'in/a.jsonl.zst', keptPath: 'in/a.jsonl' },
      { path: 'in/b.jsonl.gz', keptPath: 'in/b.jsonl.zst' },
    ]);
    expect(await pathsOf('in/a.jsonl.zst', 'c.jsonl', 'in/a.jsonl')).toEqual([
      'c.jsonl',
      'in/a.jsonl',
    ]);
    expect(await pathsOf('in/a.jsonl.zst')).toEqual(['in/a.jsonl.zst']);
  });
});

describe('what is not there', () => {
  it('is an error in its place, and stops nothing', async () => {
    workIn('a.jsonl', 'b.jsonl');
    mkdirSync('empty');
    const { inputs } = await findInputs(['a.jsonl', 'no.jsonl', 'empty', '*.zst', 'b.jsonl']);
    expect(inputs.map((input) => (input.kind === 'file' ? input.file.path : input.error))).toEqual([
      'a.jsonl',
      expect.objectContaining({ code: 'input_not_found', file: 'no.jsonl' }),
      expect.objectContaining({ code: 'input_not_found', file: 'empty' }),
      expect.objectContaining({ code: 'input_not_found', file: '*.zst' }),
      'b.jsonl',
    ]);
  });

  it('may be what a link leads to', async () => {
    workIn('in/a.jsonl');
    symlinkSync('nowhere', 'in/b.jsonl');
    expect(await pathsOf('in')).toEqual(['in/a.jsonl', '! in/b.jsonl']);
  });

  it('says how much a glob did match', async () => {
    workIn('a.txt', 'b.txt');
    const { inputs } = await findInputs(['*.txt']);
    expect(inputs).toEqual([
      {
        kind: 'error',
        error: expect.objectContaining({ message: expect.stringContaining('2 files') }),
      },
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it('is taken when it is named, not when it lies in a folder', async () => {
    workIn('in/a.jsonl');
    makePipe('in/pipe.jsonl');
    expect(await pathsOf('in')).toEqual(['in/a.jsonl']);
    expect((await findInputs(['in/pipe.jsonl'])).inputs).toEqual([
      { kind: 'file', file: { path: 'in/pipe.jsonl', sizeBytes: 0, encoding: 'plain' } },
    ]);
  });
});

describe('thousands of files', () => {
  it('are found in an instant', async () => {
    const folder = workIn();
    for (let day = 0; day < 10; day++) {
      mkdirSync(`${day}`);
      for (let i = 0; i < 300; i++) writeFileSync(`${day}/rollout-${i}.jsonl`, '');
    }
    const start = performance.now();
    const { inputs } = await findInputs([folder]);
    expect(inputs).toHaveLength(3000);
    // About 30 ms where nothing else runs; the limit only catches a search that went quadratic.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
