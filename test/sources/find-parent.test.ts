import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ParentFinder } from '../../src/sources/find-parent.js';
import { temporaryFolder, writeTree, zstdFrame } from './samples.js';

const parentId = '01a22d62-8b6d-75b3-9eef-dcc3fe7ca425';
const otherId = '01a22d62-0000-7000-8000-000000000000';
const childId = '01a22d62-a473-7e11-867e-2cdc1293e732';
const nameOf = (id: string): string => `rollout-2026-11-30T16-56-09-${id}.jsonl`;
const child = nameOf(childId);

/** The first line of a rollout, as releases write it, and more after it. */
function metaLines(id: string, more: object = {}): string {
  const payload = { session_id: otherId, id, timestamp: '2026', ...more, git: { id: 'x' } };
  const meta = { timestamp: '2026-11-30T16:56:09.443Z', type: 'session_meta', payload };
  return `${JSON.stringify(meta)}\n{"type":"session_meta","payload":{"id":"later"}}\n`;
}

interface Asked {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly childPath?: string;
  readonly jobPaths?: readonly string[];
  readonly id?: string;
}

/** The path found, relative to the folder that `files` were written into. */
function found({
  files,
  childPath = child,
  jobPaths = [],
  id = parentId,
}: Asked): string | undefined {
  const folder = writeTree(temporaryFolder(), { [childPath]: metaLines(childId), ...files });
  const finder = new ParentFinder(jobPaths.map((path) => join(folder, path)));
  const parent = finder.find(id, join(folder, childPath));
  return parent?.path.slice(folder.length + 1).replaceAll('\\', '/');
}

describe('the parent of a rollout', () => {
  it('is found by file name among the inputs of the job, wherever they are', () => {
    const files = { [`far/${nameOf(parentId)}`]: '', [nameOf(parentId)]: '' };
    const jobPaths = [child, `far/${nameOf(otherId)}`, `far/${nameOf(parentId)}`];
    expect(found({ files, jobPaths })).toBe(`far/${nameOf(parentId)}`);
  });

  it('is found by file name beside the child, plain before compressed', () => {
    const name = nameOf(parentId);
    expect(found({ files: { [name]: '', [`${name}.zst`]: '' } })).toBe(name);
    expect(found({ files: { [`${name}.zst`]: '' } })).toBe(`${name}.zst`);
    expect(found({ files: { [name]: '' }, id: parentId.toUpperCase() })).toBe(name);
  });

  it('is found by the id of its segment when its name has one, not by that of its thread', () => {
    const segment = `rollout-2026-11-30T17-00-00-${otherId}_${parentId}.jsonl`;
    expect(found({ files: { [segment]: metaLines(otherId) } })).toBe(segment);
    expect(found({ files: { [segment]: metaLines(otherId) }, id: otherId })).toBeUndefined();
  });

  it.each([
    ['of its day', 'sessions/2026/11/30'],
    ['of another year', 'sessions/2025/01/02'],
    ['of archived threads', 'archived_sessions'],
  ])('is found in the sessions tree %s', (_, place) => {
    const childPath = `home/sessions/2026/11/30/${child}`;
    const parent = `home/${place}/${nameOf(parentId)}`;
    const decoy = `home/sessions/cache/${nameOf(parentId)}`;
    expect(found({ files: { [parent]: '', [decoy]: '' }, childPath })).toBe(parent);
  });

  it('is found from an archived child in the sessions beside', () => {
    const parent = `sessions/2026/11/30/${nameOf(parentId)}`;
    expect(found({ files: { [parent]: '' }, childPath: `archived_sessions/${child}` })).toBe(
      parent,
    );
  });

  it('is found in a tree of dates that is called otherwise', () => {
    const files = { [`backup/2025/12/31/${nameOf(parentId)}`]: '' };
    const childPath = `backup/2026/11/30/${child}`;
    expect(found({ files, childPath })).toBe(`backup/2025/12/31/${nameOf(parentId)}`);
  });

  it('is not looked for in folders that have nothing to do with the child', () => {
    const files = { [`work/other/${nameOf(parentId)}`]: '', [nameOf(parentId)]: '' };
    expect(found({ files, childPath: `work/mine/${child}` })).toBeUndefined();
  });

  it.each([
    ['as it is written', 'x.jsonl', metaLines(parentId)],
    [
      'with keys in another order',
      'x.jsonl',
      `{ "payload" : { "cwd":"/", "id" : "${parentId}" }, "type":"session_meta"}\n`,
    ],
    [
      'longer than what is read of it',
      'x.jsonl',
      metaLines(parentId, { cwd: '/', text: { a: 'x'.repeat(100_000) } }),
    ],
    ['compressed with gzip', 'x.jsonl.gz', gzipSync(metaLines(parentId) + 'x'.repeat(100_000))],
    [
      'compressed with zstd',
      'x.jsonl.zst',
      zstdFrame({ blocks: [{ raw: Buffer.from(metaLines(parentId)) }] }),
    ],
  ])('is found by the first line of a file beside the child: %s', (_, name, content) => {
    expect(
      found({ files: { [name]: content, 'empty.jsonl': '', 'other.jsonl': metaLines(otherId) } }),
    ).toBe(name);
  });

  it('is not a file whose later lines name it, nor the child, nor one that is damaged', () => {
    const files = {
      'copy.jsonl': metaLines(otherId) + metaLines(parentId),
      'bad.jsonl.gz': 'not compressed',
      'bad.jsonl.zst': readFileSync(
        new URL('fixtures/fast-unchecked.zst', import.meta.url),
      ).subarray(3),
    };
    expect(found({ files })).toBeUndefined();
    expect(found({ files, id: childId })).toBeUndefined();
  });

  it('has its encoding with it', () => {
    const folder = writeTree(temporaryFolder(), { [`${nameOf(parentId)}.gz`]: '' });
    expect(new ParentFinder([]).find(parentId, join(folder, child))).toEqual({
      path: join(folder, `${nameOf(parentId)}.gz`),
      encoding: 'gzip',
    });
  });
});
