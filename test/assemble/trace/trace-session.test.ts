import { describe, expect, it } from 'vitest';
import type { Inference } from '../../../src/contract/inference.js';
import { PromptmillError } from '../../../src/contract/errors.js';
import { renderRollout } from '../../../src/assembler.js';
import { inferencesOf, openTrace, textAt } from '../../support/open-trace.js';
import {
  assistant,
  call,
  completed,
  developer,
  event,
  item,
  type Line,
  meta,
  output,
  record,
  rolloutOf,
  started,
  threadId,
  user,
} from '../../support/rollout-lines.js';

const context = (turn: string): Line =>
  record('turn_context', {
    turn_id: turn,
    cwd: '/project',
    approval_policy: 'never',
    sandbox_policy: { type: 'read-only' },
    model: 'gpt-5.4',
    effort: 'medium',
    summary: 'auto',
  });

const usage = (input: number): Line =>
  event('token_count', { info: { last_token_usage: { input_tokens: input, output_tokens: 3 } } });

/** Two turns, the first with a tool call. */
const session: readonly Line[] = [
  meta(),
  started('t1'),
  context('t1'),
  developer('<permissions instructions>\nnothing\n</permissions instructions>', 'a note'),
  user('Grind it.'),
  item(call('c1')),
  usage(11),
  item(output('c1', 'ground')),
  assistant('Done.'),
  usage(12),
  completed('t1'),
  started('t2'),
  context('t2'),
  user('Again.'),
  assistant('Done again.'),
  usage(13),
  completed('t2'),
];

function partsOf({ trace }: Inference): readonly unknown[] {
  return trace.parts
    .filter(({ kind }) => kind !== 'field')
    .map(({ path, rule, section, enteredAt, origin }) => ({
      path,
      rule,
      section,
      enteredAt,
      line: 'line' in origin ? origin.line : undefined,
    }));
}

function expectCovered({ body, trace }: Inference): void {
  let end = 0;
  for (const span of trace.spans) {
    expect(span.startBytes).toBe(end);
    expect(span.endBytes).toBeGreaterThan(span.startBytes);
    end = span.endBytes;
  }
  expect(end).toBe(body.length);
}

describe('a traced session', () => {
  it('has the bodies that a render has', () => {
    const rendered = renderRollout(rolloutOf(session));
    const traced = inferencesOf(session);
    expect(
      traced.map(({ id, at, kind, source, fidelity, request }) => ({
        id,
        source,
        at,
        kind,
        request,
        fidelity,
      })),
    ).toEqual(rendered);
    for (const inference of traced) expectCovered(inference);
  });

  it('says of each part where it stands, where it comes from, and since when it is sent', () => {
    const last = inferencesOf(session).at(-1);
    expect(last && partsOf(last)).toEqual([
      { path: '/input/0', rule: 'item.recorded', section: undefined, enteredAt: 0, line: 4 },
      {
        path: '/input/0/content/0',
        rule: 'item.recorded',
        section: 'permissions',
        enteredAt: 0,
        line: 4,
      },
      {
        path: '/input/0/content/1',
        rule: 'item.recorded',
        section: undefined,
        enteredAt: 0,
        line: 4,
      },
      { path: '/input/1', rule: 'item.recorded', section: undefined, enteredAt: 0, line: 5 },
      {
        path: '/input/1/content/0',
        rule: 'item.recorded',
        section: undefined,
        enteredAt: 0,
        line: 5,
      },
      { path: '/input/2', rule: 'item.recorded', section: undefined, enteredAt: 1, line: 6 },
      { path: '/input/3', rule: 'item.recorded', section: undefined, enteredAt: 1, line: 8 },
      { path: '/input/4', rule: 'item.recorded', section: undefined, enteredAt: 2, line: 9 },
      {
        path: '/input/4/content/0',
        rule: 'item.recorded',
        section: undefined,
        enteredAt: 2,
        line: 9,
      },
      { path: '/input/5', rule: 'item.recorded', section: undefined, enteredAt: 2, line: 14 },
      {
        path: '/input/5/content/0',
        rule: 'item.recorded',
        section: undefined,
        enteredAt: 2,
        line: 14,
      },
    ]);
  });

  it('finds the bytes of a recorded span at its offset in the file', () => {
    const file = Buffer.from(rolloutOf(session));
    for (const inference of inferencesOf(session)) {
      for (const span of inference.trace.spans) {
        if (span.origin.kind !== 'recorded') continue;
        const { offsetBytes } = span.origin;
        const length = span.endBytes - span.startBytes;
        expect(file.toString('utf8', offsetBytes, offsetBytes + length)).toBe(
          textAt(inference, span),
        );
      }
    }
  });

  it('gives parts whose bytes are the JSON values their paths lead to', () => {
    for (const inference of inferencesOf(session)) {
      for (const part of inference.trace.parts) {
        const value = part.path
          .slice(1)
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], inference.request);
        expect(JSON.parse(textAt(inference, part))).toEqual(value);
      }
    }
  });

  it('tells the fields apart by where their values come from', () => {
    const [first] = inferencesOf(session);
    const origins = first?.trace.parts
      .filter(({ kind }) => kind === 'field')
      .map(({ path, origin }) => [path, origin.kind]);
    expect(origins).toEqual([
      ['/model', 'derived'],
      ['/instructions', 'derived'],
      ['/tool_choice', 'protocol'],
      ['/parallel_tool_calls', 'assumed'],
      ['/reasoning', 'assumed'],
      ['/store', 'assumed'],
      ['/stream', 'protocol'],
      ['/include', 'protocol'],
      ['/prompt_cache_key', 'derived'],
    ]);
  });

  it('reads the answer, the times and the tokens of each inference', () => {
    const facts = inferencesOf(session).map((inference) => inference.facts);
    expect(facts.map(({ answer }) => answer.map(({ type }) => type))).toEqual([
      ['function_call'],
      ['message'],
      ['message'],
    ]);
    expect(facts.map((fact) => fact.usage?.inputTokens)).toEqual([11, 12, 13]);
    expect(facts.map(({ answeredAtMs }) => answeredAtMs)).toEqual(
      facts.map(() => Date.parse('2026-03-04T05:06:07.089Z')),
    );
  });

  it('walks what comes before a request that is asked for alone', () => {
    const [only, ...rest] = inferencesOf(session, { at: { kind: 'last' } });
    expect(rest).toEqual([]);
    expect(only?.at).toBe(2);
    expect(only?.trace.parts.find(({ path }) => path === '/input/3')?.enteredAt).toBe(1);
  });

  it('describes the session', () => {
    expect(openTrace(session).session).toEqual({
      file: 'rollout.jsonl',
      threadId,
      sessionId: threadId,
      cliVersion: '0.145.0',
      rules: '0.145',
      startedAtMs: Date.parse('2026-03-04T05:06:07.089Z'),
      cwd: '/project',
      recordedRequests: 3,
      lines: session.length,
      inputBytes: rolloutOf(session).length,
      supersededBytes: 0,
      notices: [],
    });
  });

  it('refuses what a render refuses', () => {
    expect(() => openTrace([])).toThrow(PromptmillError);
  });
});

describe('the trace of an item that no line holds', () => {
  it('names the call that an output was made for', () => {
    const lines = [
      meta(),
      started('t1'),
      context('t1'),
      user('Grind.'),
      item(call('c9')),
      started('t2'),
      context('t2'),
      user('Now?'),
      assistant('Yes.'),
    ];
    const last = inferencesOf(lines).at(-1);
    const made = last?.trace.parts.find(({ rule }) => rule === 'item.missing_output');
    expect(made?.origin).toEqual({ kind: 'derived', file: 'rollout.jsonl', line: 5 });
  });

  it('names the lines a compaction without items was made from', () => {
    const lines = [
      meta(),
      started('t1'),
      context('t1'),
      user('Grind.'),
      assistant('Ground.'),
      record('compacted', { message: 'All was ground.' }),
      started('t2'),
      context('t2'),
      user('And now?'),
      assistant('Nothing.'),
    ];
    const last = inferencesOf(lines).at(-1);
    expect(
      last &&
        partsOf(last).filter((part) => /^\/input\/\d+$/.test((part as { path: string }).path)),
    ).toEqual([
      { path: '/input/0', rule: 'item.kept_message', section: undefined, enteredAt: 1, line: 4 },
      { path: '/input/1', rule: 'item.summary', section: undefined, enteredAt: 1, line: 6 },
      { path: '/input/2', rule: 'item.recorded', section: undefined, enteredAt: 2, line: 9 },
    ]);
  });

  it('tells a prompt that was given from a context that is told anew', () => {
    const [next] = inferencesOf(session, {
      context: 'resume',
      at: { kind: 'next' },
      set: [{ sandbox_mode: 'workspace-write' }],
      prompt: 'Go on.',
    });
    const made = next?.trace.parts.filter(
      ({ kind, rule }) => kind === 'content' && rule !== 'item.recorded',
    );
    expect(made?.map(({ section, origin }) => [section, origin])).toEqual([
      ['permissions', { kind: 'pack', pack: 'builtin' }],
      ['environments', { kind: 'pack', pack: 'builtin' }],
      [undefined, { kind: 'given', name: 'prompt' }],
    ]);
    if (next !== undefined) expectCovered(next);
  });

  it('marks what of a tool output was cut', () => {
    const lines = [
      meta(),
      started('t1'),
      context('t1'),
      user('Grind.'),
      item(call('c1')),
      item(output('c1', 'x'.repeat(200_000))),
      assistant('Done.'),
    ];
    const last = inferencesOf(lines).at(-1);
    const cut = last?.trace.parts.find(({ type }) => type === 'function_call_output');
    const sent = (last?.request['input'] as { output: string }[] | undefined)?.[2]?.output ?? '';
    const marker = sent.replaceAll('x', '').length;
    expect(cut?.cutBytes).toBe(200_000 - (sent.length - marker));
  });
});
