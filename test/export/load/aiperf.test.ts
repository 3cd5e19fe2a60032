import { describe, expect, it } from 'vitest';
import { aiperfInputs } from '../../../src/export/load/aiperf-inputs.js';
import { aiperfTrace } from '../../../src/export/load/aiperf-trace.js';
import {
  faultsIn,
  linesOf,
  type MadeRequest,
  type MadeSession,
  runExport,
  usage,
  user,
} from './made-export.js';

const body = { model: 'm', input: [user('hi')] };

describe('aiperf-inputs-json', () => {
  it('is one object with the bodies of each session in their order', () => {
    const made = runExport(aiperfInputs, [
      session('a', [request(1), request(2)]),
      session('empty', []),
      session('b', [request(3)]),
    ]);
    const file = JSON.parse(made.files.get('inputs.json') ?? '');

    expect(file).toEqual({
      data: [
        { session_id: 'a', payloads: [body, body] },
        { session_id: 'b', payloads: [body] },
      ],
    });
    expect(made.places.map(({ record, request: id }) => [record, id])).toEqual([
      ['/data/0/payloads/0', 'a#0'],
      ['/data/0/payloads/1', 'a#1'],
      ['/data/1/payloads/0', 'b#0'],
    ]);
    expect(faultsIn(aiperfInputs, [file])).toEqual([]);
  });

  it('stays one object when a session breaks or there is none', () => {
    const broken = { ...session('a', [request(1)]), breaks: true as const };
    const made = runExport(aiperfInputs, [broken, session('b', [request(2)])]);
    const none = runExport(aiperfInputs, []);

    expect(JSON.parse(made.files.get('inputs.json') ?? '')).toMatchObject({
      data: [{ session_id: 'a' }, { session_id: 'b' }],
    });
    expect(none.files.get('inputs.json')).toBe('{"data":[]}\n');
  });

  it('tells two rollouts of one thread apart', () => {
    const made = runExport(aiperfInputs, [session('a', [request(1)]), session('a', [request(2)])]);

    expect(JSON.parse(made.files.get('inputs.json') ?? '')).toMatchObject({
      data: [{ session_id: 'a' }, { session_id: 'a-2' }],
    });
  });

  it('asks for as many tokens as the answer had, where that is wanted', () => {
    const made = runExport(aiperfInputs, [session('a', [request(1)])], {
      set: { stream: true },
      format: { 'max-output': 'recorded' },
    });

    expect(JSON.parse(made.files.get('inputs.json') ?? '')).toEqual({
      data: [{ session_id: 'a', payloads: [{ ...body, max_output_tokens: 5, stream: true }] }],
    });
  });

  it('replaces half a surrogate pair, which strict readers refuse, and says so', () => {
    const made = runExport(aiperfInputs, [
      session('a', [{ body: { input: [user('\ud83d and \ud83d\ude00')] } }]),
    ]);

    expect(made.files.get('inputs.json')).toContain(String.raw`\ufffd and 😀`);
    expect(made.losses.get('a#0')).toEqual([
      { path: '', code: 'changed.lone_surrogate', bytes: 6 },
    ]);
  });

  it('is refused for an id twice, no bodies, other members and half a pair', () => {
    const value = {
      data: [
        { session_id: 'a', payloads: [{ text: '\ud83d' }, {}] },
        { session_id: 'a', payloads: [body] },
        { session_id: 'b', payloads: [], turns: [] },
      ],
    };

    expect(faultsIn(aiperfInputs, [value]).map(({ path }) => path)).toEqual([
      '/data/0/payloads/0',
      '/data/0/payloads/1',
      '/data/2/payloads',
      '/data/2/turns',
      '/data/1/session_id',
    ]);
  });
});

describe('aiperf-mooncake-trace', () => {
  const sessions = [
    session('a', [request(1000, 1400), request(3000, 3500)]),
    session('b', [request(2000, 2100)]),
  ];

  it('starts a session at its time and waits as long as its user did', () => {
    const made = runExport(aiperfTrace, sessions);

    expect(linesOf(made, 'trace.jsonl')).toEqual([
      { session_id: 'a', timestamp: 0, payload: body },
      { session_id: 'a', delay: 1600, payload: body },
      { session_id: 'b', timestamp: 1000, payload: body },
    ]);
    expect(faultsIn(aiperfTrace, linesOf(made, 'trace.jsonl'))).toEqual([]);
  });

  it('gives each request its time, or none, where that is asked for', () => {
    const timed = runExport(aiperfTrace, sessions, { format: { timing: 'timestamp' } });
    const untimed = runExport(aiperfTrace, sessions, { format: { timing: 'none' } });

    expect(linesOf(timed, 'trace.jsonl')).toMatchObject([
      { timestamp: 0 },
      { timestamp: 2000 },
      { timestamp: 1000 },
    ]);
    expect(linesOf(untimed, 'trace.jsonl')[0]).toEqual({ session_id: 'a', payload: body });
  });

  it('waits no longer than it is told to', () => {
    const made = runExport(aiperfTrace, sessions, { format: { 'cap-idle': '1' } });

    expect(linesOf(made, 'trace.jsonl')).toMatchObject([{}, { delay: 1000 }, {}]);
  });

  it('is refused for times that run backwards and for two kinds of time', () => {
    const lines = [
      { session_id: 'a', timestamp: 5, payload: body },
      { session_id: 'a', timestamp: 4, payload: body },
      { session_id: 'b', timestamp: 4, delay: 1, payload: body },
      { session_id: 'c', payload: {}, hash_ids: [1] },
    ];

    expect(faultsIn(aiperfTrace, lines)).toEqual([
      { path: '/timestamp', found: '4', expected: '5 or more, as before' },
      { path: '/delay', found: 'a delay', expected: 'either a timestamp or a delay' },
      { path: '/payload', found: 'an empty object', expected: 'an object with members' },
      {
        path: '/hash_ids',
        found: 'a member hash_ids',
        expected: 'session_id, payload, timestamp, delay',
      },
    ]);
  });
});

function session(threadId: string, requests: readonly MadeRequest[]): MadeSession {
  return { threadId, requests };
}

function request(sentAtMs: number, answeredAtMs = sentAtMs): MadeRequest {
  return { body, facts: { sentAtMs, answeredAtMs, usage: usage(5) } };
}
