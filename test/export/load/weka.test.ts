import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/contract/json-record.js';
import { weka } from '../../../src/export/load/weka.js';
import {
  assistant,
  faultsIn,
  type MadeExport,
  type MadeRequest,
  type MadeSession,
  runExport,
  usage,
  user,
} from './made-export.js';
import { hitsOf, TokenTrie, tokensOf } from './token-trie.js';

const call: JsonRecord = { type: 'function_call', call_id: 'c', name: 'ls', arguments: '{}' };
const output: JsonRecord = { type: 'function_call_output', call_id: 'c', output: 'a b' };
const bytes16 = { tokens: 'bytes4', block: '16' };

describe('weka', () => {
  it('tells a conversation: lengths, full blocks, what came in and went out, and the time between', () => {
    const body = {
      model: 'm',
      instructions: 'be kind',
      input: [{ ...user('rules'), role: 'developer' }, user('list')],
      tools: [{ type: 'function', name: 'ls' }],
      stream: true,
    };
    const made = runExport(
      weka,
      [
        {
          threadId: 'a',
          requests: [
            {
              body,
              facts: {
                sentAtMs: 1000,
                answeredAtMs: 1500,
                usage: usage(7),
                answer: [{ type: 'reasoning' }, call],
              },
            },
            {
              body: { ...body, input: [...body.input, call, output] },
              facts: {
                sentAtMs: 2250,
                answeredAtMs: 3000,
                usage: usage(9),
                answer: [assistant('done')],
              },
            },
          ],
        },
      ],
      { format: bytes16 },
    );

    expect(traceOf(made, 'a')).toEqual({
      id: 'a',
      models: ['m'],
      block_size: 16,
      hash_id_scope: 'local',
      tool_tokens: 8,
      system_tokens: 3 + 22,
      requests: [
        {
          t: 0,
          type: 's',
          model: 'm',
          in: 53,
          out: 7,
          hash_ids: [1, 2, 3],
          input_types: ['text'],
          output_types: ['thinking', 'tool_use'],
          stop: 'tool_use',
          api_time: 0.5,
        },
        {
          t: 1.25,
          type: 's',
          model: 'm',
          in: 85,
          out: 9,
          hash_ids: [1, 2, 3, 4, 5],
          input_types: ['tool_result'],
          output_types: ['text'],
          stop: 'end_turn',
          api_time: 0.75,
          think_time: 0.75,
        },
      ],
    });
    expect(faultsIn(weka, [traceOf(made, 'a')])).toEqual([]);
  });

  it('puts sub-agents of any generation into the file of the session at the top, where they began', () => {
    const made = runExport(
      weka,
      [
        {
          threadId: 'child',
          parentThreadId: 'top',
          requests: [request('c', 20), request('c2', 50)],
        },
        { threadId: 'top', requests: [request('t', 10), request('t2', 40)] },
        { threadId: 'grandchild', parentThreadId: 'child', requests: [request('g', 30)] },
      ],
      { format: bytes16 },
    );

    expect([...made.files.keys()]).toEqual(['traces/top.json']);
    expect(traceOf(made, 'top')).toMatchObject({
      requests: [
        { t: 0, type: 'n' },
        { t: 0.01, type: 'subagent', agent_id: 'child', requests: [{ t: 0.01 }, { t: 0.04 }] },
        { t: 0.02, type: 'subagent', agent_id: 'grandchild', requests: [{ t: 0.02 }] },
        { t: 0.03, type: 'n' },
      ],
    });
    expect(made.places.map(({ record, request: id }) => [record, id])).toEqual([
      ['/requests/0', 'top#0'],
      ['/requests/1/requests/0', 'child#0'],
      ['/requests/1/requests/1', 'child#1'],
      ['/requests/2/requests/0', 'grandchild#0'],
      ['/requests/3', 'top#1'],
    ]);
    expect(faultsIn(weka, [traceOf(made, 'top')])).toEqual([]);
  });

  it('gives a sub-agent whose parent is not exported a file of its own, and one that is its own ancestor too', () => {
    const made = runExport(weka, [
      { threadId: 'a', parentThreadId: 'elsewhere', requests: [request('a', 0)] },
      { threadId: 'b', parentThreadId: 'b', requests: [request('b', 0)] },
    ]);

    expect([...made.files.keys()]).toEqual(['traces/a.json', 'traces/b.json']);
  });

  it('counts ids in each file for itself, or over all files where that is asked for', () => {
    const bytes20 = { tokens: 'bytes4', block: '20' };
    const sessions = ['a', 'b'].map((threadId) => ({
      threadId,
      requests: [request('the same text in both', 0)],
    }));
    const local = runExport(weka, sessions, { format: bytes20 });
    const global = runExport(weka, sessions, { format: { ...bytes20, scope: 'global' } });
    const own = runExport(weka, [...sessions, { threadId: 'c', requests: [request('other', 0)] }], {
      format: { ...bytes20, scope: 'global' },
    });

    expect(idsIn(traceOf(local, 'b'))).toEqual([[1]]);
    expect(idsIn(traceOf(global, 'b'))).toEqual([[1]]);
    expect(idsIn(traceOf(own, 'c'))).toEqual([[2]]);
  });

  it('has the hit rate of a trie of the full blocks, and passes its own check (property)', () => {
    const text = fc.constantFrom('', 'a', 'b', 'a longer text of some words');
    const prompts = fc.array(fc.array(text, { maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(prompts, fc.integer({ min: 1, max: 9 }), (texts, block) => {
        const requests = texts.map((prompt, at) => requestOf(prompt.map(user), at));
        const format = { tokens: 'bytes4', block: String(block) };
        const trace = traceOf(runExport(weka, [{ threadId: 'a', requests }], { format }), 'a');

        const trie = new TokenTrie(block);
        const expected = texts.map((prompt) => {
          const tokens = tokensOf(prompt.map(user));
          return trie.add(tokens.slice(0, tokens.length - (tokens.length % block)));
        });

        expect(hitsOf(idsIn(trace))).toEqual(expected);
        expect(faultsIn(weka, [trace])).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('writes the same file of a session whatever else is exported with it, when ids are local', () => {
    const sessions: readonly MadeSession[] = ['a', 'b', 'c'].map((threadId) => ({
      threadId,
      requests: [request('shared', 0), request(threadId, 10)],
    }));
    const all = runExport(weka, sessions);

    for (const session of sessions) {
      const alone = runExport(weka, [session]);
      const file = `traces/${session.threadId}.json`;
      expect(alone.files.get(file)).toBe(all.files.get(file));
    }
  });
});

function request(text: string, sentAtMs: number): MadeRequest {
  return requestOf([user(text)], sentAtMs);
}

function requestOf(input: readonly JsonRecord[], sentAtMs: number): MadeRequest {
  return { body: { model: 'm', input }, facts: { sentAtMs, usage: usage(1) } };
}

interface Trace {
  readonly requests: readonly { readonly hash_ids: readonly number[] }[];
}

function traceOf({ files }: MadeExport, id: string): Trace {
  return JSON.parse(files.get(`traces/${id}.json`) ?? 'null') as Trace;
}

function idsIn({ requests }: Trace): readonly (readonly number[])[] {
  return requests.map(({ hash_ids: ids }) => ids);
}
