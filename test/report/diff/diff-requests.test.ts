import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/contract/json-record.js';
import { type ComparedRequest, diffRequests } from '../../../src/report/diff/diff-requests.js';
import { createTokenCounter } from '../../../src/tokens/counter.js';

const counter = await createTokenCounter('bytes/4');

function requestOf(request: JsonRecord): ComparedRequest {
  const body = Buffer.from(JSON.stringify(request));
  return { id: 'mill#0', at: 0, file: 'mill.jsonl', body, request };
}

function message(role: string, ...texts: readonly string[]): JsonRecord {
  return {
    type: 'message',
    role,
    content: texts.map((text) => ({ type: 'input_text', text })),
  };
}

function changesOf(before: JsonRecord, after: JsonRecord): readonly string[] {
  const sides = { before: requestOf(before), after: requestOf(after) };
  return diffRequests(sides, { counter, text: 'none' }).changes.map(
    ({ kind, name, pathBefore = '', pathAfter = '' }) =>
      [kind, name, pathBefore, pathAfter].join(' ').trim(),
  );
}

const permissions = (words: string): string =>
  `<permissions instructions>\n${words}\n</permissions instructions>`;

describe('diffRequests', () => {
  it('says that equal requests are equal', () => {
    const request = { model: 'm', input: [message('user', 'grind')] };
    const diff = diffRequests(
      { before: requestOf(request), after: requestOf(request) },
      { counter, text: 'unified' },
    );
    expect(diff).toEqual({
      equal: true,
      requests: {
        before: { id: 'mill#0', file: 'mill.jsonl' },
        after: { id: 'mill#0', file: 'mill.jsonl' },
      },
      counter: 'bytes/4',
      before: { bytes: 105, tokens: 3 },
      after: { bytes: 105, tokens: 3 },
      equalParts: 2,
      changes: [],
    });
  });

  it('shows the lines of a section that changed, with its size', () => {
    const [change] = diffRequests(
      {
        before: requestOf({ input: [message('developer', permissions('read the mill'))] }),
        after: requestOf({ input: [message('developer', permissions('grind the rye'))] }),
      },
      { counter, text: 'unified' },
    ).changes;
    expect(change).toEqual({
      kind: 'changed',
      name: 'permissions',
      pathBefore: '/input/0/content/0',
      pathAfter: '/input/0/content/0',
      before: { bytes: 68, tokens: 17 },
      after: { bytes: 68, tokens: 17 },
      patch: [
        '@@ -1,3 +1,3 @@',
        ' <permissions instructions>',
        '-read the mill',
        '+grind the rye',
        ' </permissions instructions>',
      ],
    });
  });

  it('tells what was added, removed and moved', () => {
    const [one, two, three] = ['oats', 'rye', 'wheat'].map((text) => message('user', text));
    expect(changesOf({ input: [one, two] }, { input: [one, two, three] })).toEqual([
      'added user message  /input/2/content/0',
    ]);
    expect(changesOf({ input: [one, two, three] }, { input: [one, three] })).toEqual([
      'removed user message /input/1/content/0',
    ]);
    expect(changesOf({ input: [one, two, three] }, { input: [two, three, one] })).toEqual([
      'moved user message /input/0/content/0 /input/2/content/0',
    ]);
  });

  it('takes a field that changed for the same field', () => {
    expect(changesOf({ model: 'm', input: [] }, { model: 'n', store: true, input: [] })).toEqual([
      'changed model /model /model',
      'added store  /store',
    ]);
  });

  it('does not take a part for changed when the label of its neighbour went', () => {
    const labelled = (kinds: readonly string[], ...texts: readonly string[]): JsonRecord => ({
      ...message('developer', ...texts),
      internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
    });
    expect(
      changesOf({ input: [labelled(['a', 'b'], 'x', 'y')] }, { input: [labelled(['b'], 'y')] }),
    ).toEqual(['removed other /input/0/content/0']);
  });

  it('shows what is no words when only that differs', () => {
    const before = { ...message('user', 'rye'), id: 'one' };
    const after = { ...message('user', 'rye'), id: 'two' };
    const { changes } = diffRequests(
      { before: requestOf({ input: [before] }), after: requestOf({ input: [after] }) },
      { counter, text: 'unified' },
    );
    expect(changes.flatMap(({ patch = [] }) => patch)).toEqual([
      '@@ -1,3 +1,3 @@',
      '-{"type":"message","role":"user","id":"one"}',
      '+{"type":"message","role":"user","id":"two"}',
      ' ',
      ' {"type":"input_text","text":"rye"}',
    ]);
  });
});
