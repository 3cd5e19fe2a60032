import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAssembler, renderRollout } from '../src/assembler.js';
import type { ErrorRecord } from '../src/contract/errors.js';
import type { RenderedRequest } from '../src/contract/request.js';
import { temporaryFolder } from './support/fake-corpus.js';
import { tinyRollout, writeTinyRollouts } from './support/tiny-rollouts.js';

async function allOf(requests: AsyncIterable<RenderedRequest>): Promise<RenderedRequest[]> {
  const all: RenderedRequest[] = [];
  for await (const request of requests) all.push(request);
  return all;
}

function numbersOf(requests: readonly RenderedRequest[]): unknown[] {
  return requests.map(({ source, at }) => [
    source.file.slice(source.file.lastIndexOf('/') + 1),
    at,
  ]);
}

describe('renderRollout', () => {
  const bytes = Buffer.from(tinyRollout({ name: 'x', turns: 2 }));

  it('gives every request of a rollout as a value', () => {
    const requests = renderRollout(bytes);
    expect(requests.map(({ id, source, at, kind }) => ({ id, source, at, kind }))).toEqual([
      {
        id: '00000000-0000-7000-8000-000000000001#0',
        source: { file: 'rollout.jsonl', line: expect.any(Number) },
        at: 0,
        kind: 'turn',
      },
      {
        id: '00000000-0000-7000-8000-000000000001#1',
        source: { file: 'rollout.jsonl', line: expect.any(Number) },
        at: 1,
        kind: 'turn',
      },
    ]);
    expect(requests[1]?.request).toMatchObject({
      model: 'gpt-5.4',
      instructions: 'Be brief.',
      input: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
    });
  });

  it('takes the options of a render and a name for the file', () => {
    const requests = renderRollout(bytes, { at: { kind: 'last' }, file: 'mine.jsonl' });
    expect(numbersOf(requests)).toEqual([['mine.jsonl', 1]]);
  });

  it('does not change the bytes it is given', () => {
    const copy = Buffer.from(bytes);
    renderRollout(bytes);
    expect(bytes.equals(copy)).toBe(true);
  });

  it('throws what is wrong with the rollout', () => {
    expect(() => renderRollout(new Uint8Array())).toThrow(
      expect.objectContaining({ code: 'empty_rollout' }),
    );
  });
});

describe('an assembler', () => {
  it('renders files one after the other', async () => {
    const paths = writeTinyRollouts(temporaryFolder(), [
      { name: 'a.jsonl', turns: 2 },
      { name: 'b.jsonl', turns: 1, textLength: 100_000 },
    ]);
    const assembler = createAssembler();
    expect(numbersOf(await allOf(assembler.render(paths)))).toEqual([
      ['a.jsonl', 0],
      ['a.jsonl', 1],
      ['b.jsonl', 0],
    ]);
    expect(numbersOf(await allOf(assembler.render(paths.slice(1))))).toEqual([['b.jsonl', 0]]);
    assembler.close();
  });

  it('ends with the error of a session that cannot be rendered', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'empty.jsonl');
    writeFileSync(path, '');
    await expect(allOf(createAssembler().render([path]))).rejects.toMatchObject({
      code: 'empty_rollout',
      details: { file: path },
    });
  });

  it('tells of such a session and goes on when it has someone to tell', async () => {
    const folder = temporaryFolder();
    const [good = ''] = writeTinyRollouts(folder, [{ name: 'a.jsonl', turns: 1 }]);
    const failures: ErrorRecord[] = [];
    const assembler = createAssembler({ onFailure: (record) => failures.push(record) });
    const requests = await allOf(assembler.render([join(folder, 'nowhere.jsonl'), good]));
    expect(numbersOf(requests)).toEqual([['a.jsonl', 0]]);
    expect(failures).toMatchObject([
      { code: 'input_not_found', file: join(folder, 'nowhere.jsonl') },
    ]);
  });

  it('reads the pack, the catalog and the tools it is told of', () => {
    expect(() => createAssembler({ pack: temporaryFolder() })).toThrow(
      expect.objectContaining({ code: 'bad_pack' }),
    );
  });
});
