import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkLayers } from '../../scripts/layers.mjs';

describe('layers', () => {
  const trees: string[] = [];

  afterEach(() => {
    for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
  });

  /** Lays out `src/` in a folder of its own and returns the problems found in it. */
  async function problemsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
    const root = mkdtempSync(join(tmpdir(), 'layers-'));
    trees.push(root);
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, 'src', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { problems } = await checkLayers(root);
    return problems.map((problem) => problem.replace(/ \(.*\)$/, ''));
  }

  it('lets a unit import itself and lower ranks', async () => {
    expect(
      await problemsIn({
        'contract/limits.ts': 'export const limit = 1;\n',
        'rollout/find-lines.ts':
          "import { limit } from '../contract/limits.js';\nexport const lines = limit;\n",
        'rollout/index-lines.ts':
          "import { lines } from './find-lines.js';\nexport const index = lines;\n",
        'cli/main.ts': "import { index } from '../rollout/index-lines.js';\nconsole.log(index);\n",
      }),
    ).toEqual([]);
  });

  it('catches an import that goes up', async () => {
    expect(
      await problemsIn({
        'contract/limits.ts':
          "import { up } from '../assemble/plan.js';\nexport const limit = up;\n",
        'assemble/plan.ts': 'export const up = 1;\n',
      }),
    ).toEqual(['src/contract/limits.ts -> src/assemble/plan.ts: rank-0:contract/']);
  });

  it('catches programs started elsewhere than where Codex is driven', async () => {
    const starts = "import { spawn } from 'node:child_process';\nexport const start = spawn;\n";
    expect(await problemsIn({ 'packs/capture/drive.ts': starts, 'packs/load.ts': starts })).toEqual(
      ['src/packs/load.ts -> child_process: programs-in-one-place'],
    );
  });

  it.each([
    ['rank 1', 'cache/lru.ts', 'packs/load.ts'],
    ['rank 2', 'rollout/scan.ts', 'history/history.ts'],
    ['rank 4', 'assembler.ts', 'worker.ts'],
    ['rank 5', 'batch/run.ts', 'report/diff.ts'],
    ['rank 6', 'cli/main.ts', 'index.ts'],
  ])('catches units of one rank that know each other (%s)', async (_rank, from, to) => {
    const path = from.includes('/') ? `../${to}` : `./${to}`;
    const specifier = path.replace(/\.ts$/, '.js');
    const problems = await problemsIn({
      [from]: `import { other } from '${specifier}';\nexport const own = other;\n`,
      [to]: 'export const other = 1;\n',
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`src/${from} -> src/${to}: rank-`);
  });

  it('counts an import of a type as an import', async () => {
    expect(
      await problemsIn({
        'kernels/select.ts':
          "import type { Pool } from '../pool/pool.js';\nexport type Kernel = Pool;\n",
        'pool/pool.ts': 'export type Pool = string;\n',
      }),
    ).toEqual(['src/kernels/select.ts -> src/pool/pool.ts: rank-1:kernels/']);
  });

  it('catches a file in no layer, and whoever imports it', async () => {
    expect(
      await problemsIn({
        'helpers/bytes.ts': 'export const helper = 1;\n',
        'history/pair.ts':
          "import { helper } from '../helpers/bytes.js';\nexport const pair = helper;\n",
      }),
    ).toEqual([
      'src/helpers/bytes.ts: in no layer',
      'src/history/pair.ts -> src/helpers/bytes.ts: rank-2:history/',
    ]);
  });

  it('keeps stages pure and threads in one place', async () => {
    expect(
      await problemsIn({
        'history/read.ts':
          "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
        'batch/run.ts':
          "import { Worker } from 'node:worker_threads';\nexport const run = Worker;\n",
        'pool/run.ts':
          "import { Worker } from 'node:worker_threads';\nexport const run = Worker;\n",
        'sources/read.ts':
          "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
      }),
    ).toEqual([
      'src/batch/run.ts -> worker_threads: threads-in-one-place',
      'src/history/read.ts -> fs: pure-stays-pure',
    ]);
  });

  it('catches files that need each other at run time, and imports that lead nowhere', async () => {
    expect(
      await problemsIn({
        'policy/a.ts': "import { b } from './b.js';\nexport const a = () => b;\n",
        'policy/b.ts': "import { a } from './a.js';\nexport const b = () => a;\n",
        'policy/c.ts': "import { gone } from './gone.js';\nexport const c = gone;\n",
      }),
    ).toEqual([
      'src/policy/a.ts -> src/policy/b.ts: no-cycle',
      'src/policy/c.ts -> ./gone.js: found',
    ]);
  });

  it('fails when there was nothing to see', async () => {
    expect(await problemsIn({})).toEqual(['src/ holds no module: nothing was checked']);
  });
});
