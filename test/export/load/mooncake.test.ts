import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/contract/json-record.js';
import { mooncake } from '../../../src/export/load/mooncake.js';
import {
  assistant,
  faultsIn,
  linesOf,
  type MadeRequest,
  type MadeSession,
  runExport,
  usage,
  user,
} from './made-export.js';
import { hitsOf, TokenTrie, tokensOf } from './token-trie.js';

const file = 'trace.jsonl';
const bytes4 = { format: { tokens: 'bytes4', block: '4' } };

describe('mooncake', () => {
  it('tells times from the first request, lengths, and the blocks that requests share', () => {
    const body = { model: 'm', instructions: 'be kind', input: [user('hi')], stream: true };
    const longer = { ...body, input: [user('hi'), assistant('hello'), user('bye')] };
    const made = runExport(
      mooncake,
      [
        session('a', [
          { body, facts: { sentAtMs: 5000, answeredAtMs: 5500, usage: usage(7) } },
          { body: longer, facts: { sentAtMs: 6250, answeredAtMs: 7000, usage: usage(9) } },
        ]),
      ],
      { format: { tokens: 'bytes4', block: '16' } },
    );

    // Four bytes a token: 9 of instructions make 3; 77 of the item make 20; 84 make 21; 78 make 20.
    expect(linesOf(made, file)).toEqual([
      { timestamp: 0, input_length: 23, output_length: 7, hash_ids: [0, 1] },
      { timestamp: 1250, input_length: 65, output_length: 9, hash_ids: [0, 2, 3, 4, 5] },
    ]);
    expect(made.places).toEqual([
      { file, record: 1, request: 'a#0', source: { file: 'a.jsonl', line: 1 } },
      { file, record: 2, request: 'a#1', source: { file: 'a.jsonl', line: 2 } },
    ]);
  });

  it('puts requests of all sessions in the order of their times', () => {
    const at = (sentAtMs: number): MadeRequest => request([user(String(sentAtMs))], sentAtMs);
    const made = runExport(mooncake, [session('a', [at(10), at(30)]), session('b', [at(20)])]);

    expect(linesOf(made, file)).toMatchObject([
      { timestamp: 0 },
      { timestamp: 10 },
      { timestamp: 20 },
    ]);
    expect(made.places.map(({ request: id }) => id)).toEqual(['a#0', 'b#0', 'a#1']);
  });

  it('cuts waiting with nothing under way to what is asked for', () => {
    const requests = [request([user('1')], 0), request([user('2')], 60_000)];
    const made = runExport(mooncake, [session('a', requests)], { format: { 'cap-idle': '10' } });

    expect(linesOf(made, file)).toMatchObject([{ timestamp: 0 }, { timestamp: 10_000 }]);
  });

  it('says times in seconds where that is asked for', () => {
    const requests = [request([user('1')], 0), request([user('2')], 1500)];
    const made = runExport(mooncake, [session('a', requests)], {
      format: { 'timestamp-unit': 's' },
    });

    expect(linesOf(made, file)).toMatchObject([{ timestamp: 0 }, { timestamp: 1.5 }]);
  });

  it('shares no block between sessions where each has a cache of its own', () => {
    const sessions = [
      session('a', [request([user('same')], 0)]),
      session('b', [request([user('same')], 1)]),
    ];
    const made = runExport(mooncake, sessions, { format: { ...bytes4.format, scope: 'session' } });
    const [first, second] = idsOf(linesOf(made, file));

    expect(first?.filter((id) => second?.includes(id))).toEqual([]);
    expect(faultsIn(mooncake, linesOf(made, file))).toEqual([]);
  });

  it('counts an image as an image and not as its payload', () => {
    const image = (data: string): JsonRecord => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_image', image_url: `data:image/png;base64,${data}` }],
    });
    const requests = ['A', 'B', 'A'].map((letter, at) => {
      return request([image(letter.repeat(100_000))], at);
    });
    const lines = linesOf(runExport(mooncake, [session('a', requests)]), file);
    const [one, other, again] = idsOf(lines);

    expect(lines).toMatchObject([
      { input_length: 1844 + 23 },
      { input_length: 1844 + 23 },
      { input_length: 1844 + 23 },
    ]);
    expect(one).toEqual(again);
    expect(one?.at(-1)).not.toBe(other?.at(-1));
  });

  it('says what it had to assume of a request', () => {
    const made = runExport(mooncake, [session('a', [{ body: { input: [user('hi')] } }])]);

    expect(linesOf(made, file)).toMatchObject([{ timestamp: 0, output_length: 256 }]);
    expect(made.losses.get('a#0')?.map(({ code }) => code)).toEqual([
      'assumed.time',
      'assumed.output_tokens',
    ]);
  });

  it('leaves out a session that broke', () => {
    const broken = { ...session('a', [request([user('gone')], 0)]), breaks: true as const };
    const made = runExport(mooncake, [broken, session('b', [request([user('here')], 5)])], bytes4);

    expect(made.places.map(({ request: id }) => id)).toEqual(['b#0']);
    expect(faultsIn(mooncake, linesOf(made, file))).toEqual([]);
  });

  it('has the hit rate of a trie of the tokens, and passes its own check (property)', () => {
    fc.assert(
      fc.property(
        fc.array(anySession(), { maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (texts, block) => {
          const sessions = texts.map((prompts, index) => {
            const requests = prompts.map((prompt, at) =>
              request(prompt.map(user), index * 100 + at),
            );
            return session(`s${String(index)}`, requests);
          });
          const format = { tokens: 'bytes4', block: String(block) };
          const lines = linesOf(runExport(mooncake, sessions, { format }), file);

          const trie = new TokenTrie(block);
          const expected = texts.flat().map((prompt) => trie.add(tokensOf(prompt.map(user))));

          expect(hitsOf(idsOf(lines))).toEqual(expected);
          expect(faultsIn(mooncake, lines)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is the same in every run (property)', () => {
    fc.assert(
      fc.property(fc.array(anySession(), { maxLength: 3 }), (texts) => {
        const sessions = texts.map((prompts, index) => {
          return session(
            `s${String(index)}`,
            prompts.map((prompt) => request(prompt.map(user), 0)),
          );
        });

        expect(runExport(mooncake, sessions, bytes4)).toEqual(
          runExport(mooncake, sessions, bytes4),
        );
      }),
      { numRuns: 30 },
    );
  });
});

/** Prompts of few different texts, so that prefixes are shared, grow, shrink and differ in the middle. */
function anySession(): fc.Arbitrary<readonly (readonly string[])[]> {
  const text = fc.constantFrom('', 'a', 'b', 'a longer text of some words');
  return fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 5 });
}

function session(threadId: string, requests: readonly MadeRequest[]): MadeSession {
  return { threadId, requests };
}

function request(input: readonly JsonRecord[], sentAtMs: number): MadeRequest {
  return { body: { model: 'm', input }, facts: { sentAtMs, usage: usage(1) } };
}

function idsOf(lines: readonly unknown[]): readonly (readonly number[])[] {
  return lines.map((line) => (line as { readonly hash_ids: readonly number[] }).hash_ids);
}
