import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFacts } from '../../src/sources/path-facts.js';

describe('diskFacts', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'promptmill-facts-'));
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    symlinkSync(join(root, 'gone'), join(root, 'dangling'));
    writeFileSync(join(root, 'pointer'), 'gitdir: real\n');
    writeFileSync(join(root, 'lost'), 'gitdir: gone\n');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('tells what stands at a path, links followed', () => {
    const { kindOf } = diskFacts({});
    expect(
      ['real', 'link', 'pointer', 'dangling', 'gone', 'pointer/x'].map((name) =>
        kindOf(join(root, name)),
      ),
    ).toEqual(['directory', 'directory', 'file', 'missing', 'missing', 'missing']);
  });

  it('follows a pointer to a folder that is there', () => {
    const { gitDirOf } = diskFacts({});
    expect(['pointer', 'lost', 'real', 'gone'].map((name) => gitDirOf(join(root, name)))).toEqual([
      join(root, 'real'),
      undefined,
      undefined,
      undefined,
    ]);
  });
});
