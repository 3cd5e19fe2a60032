import { describe, expect, it } from 'vitest';
import { findDifference } from '../../src/report/find-difference.js';
import { fieldsOf } from '../../src/report/json-text.js';

const none: ReadonlySet<string> = new Set();

function between(traced: unknown, rendered: unknown, leftOut = none): unknown {
  const one = fieldsOf(JSON.stringify(traced));
  return findDifference(one, fieldsOf(JSON.stringify(rendered)), leftOut);
}

function pathBetween(traced: unknown, rendered: unknown): unknown {
  return (between(traced, rendered) as { readonly path: string } | undefined)?.path;
}

const user = (text: string): unknown => ({ role: 'user', content: [{ text }] });

describe('the first difference of two requests', () => {
  it('is none where they are equal, or differ in what is not compared', () => {
    expect(between({ a: 1 }, { a: 1 })).toBeUndefined();
    expect(between({ a: 1, b: 2 }, { a: 1 }, new Set(['b']))).toBeUndefined();
  });

  it('is told by its path, its bytes and what is around it', () => {
    const traced = { model: 'é', tools: [1], input: [user('one'), user('two')] };
    const rendered = { model: 'é', input: [user('one'), user('too')] };
    expect(between(traced, rendered, new Set(['tools']))).toEqual({
      path: '$.input[1].content[0].text',
      tracedOffsetBytes: Buffer.byteLength(JSON.stringify(traced).split('wo"')[0] ?? ''),
      renderedOffsetBytes: Buffer.byteLength(JSON.stringify(rendered).split('oo"')[0] ?? ''),
      traced: '…}]},{"role":"user","content":[{"text":"two"}]}]',
      rendered: '…}]},{"role":"user","content":[{"text":"too"}]}]',
      items: undefined,
      explanation: undefined,
    });
  });

  it.each([
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, '$.a.b'],
    ['an item too few', { input: [1] }, { input: [1, 2] }, '$.input[1]'],
    ['an item too many', { input: [1, 2] }, { input: [1] }, '$.input[1]'],
    ['a field that only the trace has', { a: 1, b: 2, c: 3 }, { a: 1, c: 3 }, '$.b'],
    ['a field that only the render has', { a: 1, c: 3 }, { a: 1, b: 2, c: 3 }, '$.b'],
    ['fields in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, '$'],
    ['a member too many', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, '$.a.c'],
  ] as const)('is named where it is %s', (...[, traced, rendered, path]) => {
    expect(pathBetween(traced, rendered)).toBe(path);
  });

  it('comes with the numbers of items where they differ', () => {
    expect(between({ input: [1, 2] }, { input: [] })).toMatchObject({
      items: { traced: 2, rendered: 0 },
    });
  });
});

describe('a difference', () => {
  const developer = (text: string): unknown => ({ role: 'developer', content: [{ text }] });
  const base = 'the session ran with base instructions that the rollout does not record';

  it.each([
    ['a field', { instructions: 'mine', input: [1] }, { instructions: 'theirs', input: [1] }],
    ['a message', { input: [developer('mine'), 1] }, { input: [developer('theirs'), 1] }],
  ])('is explained when it is only the base instructions, as %s', (_, traced, rendered) => {
    expect(between(traced, rendered)).toMatchObject({ explanation: base });
  });

  it.each([
    [
      { instructions: 'mine', input: [1] },
      { instructions: 'theirs', input: [2] },
    ],
    [{ input: [user('mine')] }, { input: [user('theirs')] }],
  ])('is not explained when more differs', (traced, rendered) => {
    expect(between(traced, rendered)).toMatchObject({ explanation: undefined });
  });

  it('is explained when it is only the schema of the answer', () => {
    const traced = { text: { verbosity: 'low', format: {} } };
    expect(between(traced, { text: { verbosity: 'low' } })).toMatchObject({
      path: '$.text.format',
      explanation: 'the turn asked for an answer by a schema, which the rollout does not record',
    });
  });
});
