import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  inputsOf,
  inWords,
  render,
  renderBytes,
  requestsInWords,
  type RenderSetUp,
} from '../support/render-lines.js';
import { ownCatalog } from '../support/own-catalog.js';
import {
  assistant,
  call,
  completed,
  context,
  developer,
  event,
  item,
  type Json,
  type Line,
  meta,
  output,
  prompt,
  rolledBack,
  rolloutOf,
  started,
  threadId,
  tokens,
  turn,
  user,
} from '../support/rollout-lines.js';

const session: readonly Line[] = [
  meta(),
  started('a'),
  developer('Rules.'),
  context('a', { effort: 'high' }),
  ...prompt('Grind.'),
  item(call('c1')),
  tokens(),
  item(output('c1', 'ground')),
  assistant('Done.'),
  tokens(),
  completed('a'),
];

describe('the output', () => {
  it('is a line of JSON a request, its keys in their order', () => {
    const { text } = render(session, {
      catalog: ownCatalog,
      file: 'a "b".jsonl',
      tools: [{ name: 't' }],
    });
    const input = [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] },
      call('c1'),
      output('c1', 'ground'),
    ];
    const line = ([at, behind]: [number, number], kind: string, items: readonly Json[]): string =>
      JSON.stringify({
        id: `${threadId}#${String(at)}`,
        source: { file: 'a "b".jsonl', line: behind },
        at,
        kind,
        request: {
          model: 'stone',
          instructions: 'Grind slowly.',
          input: items,
          tools: [{ name: 't' }],
          tool_choice: 'auto',
          parallel_tool_calls: true,
          reasoning: { effort: 'high', summary: 'auto' },
          store: false,
          stream: true,
          include: ['reasoning.encrypted_content'],
          prompt_cache_key: threadId,
        },
        fidelity: {
          model: 'exact',
          instructions: 'exact',
          input: 'exact',
          tools: 'assumed: the tools given',
          tool_choice: 'rendered',
          parallel_tool_calls: 'rendered',
          reasoning: 'rendered',
          store: 'assumed: no Azure endpoint',
          stream: 'rendered',
          include: 'rendered',
          prompt_cache_key: 'exact',
          client_metadata: 'unknown: not recorded',
        },
      });
    expect(text).toBe(
      `${line([0, 6], 'turn', input.slice(0, 2))}\n${line([1, 9], 'follow_up', input)}\n`,
    );
  });

  it('is nothing for a session that sent nothing', () => {
    const { text, report } = render([meta(), started('a'), context('a'), completed('a')]);
    expect([text, report.outputBytes, report.recordedRequests]).toEqual(['', 0, 0]);
  });

  it('comes with a report', () => {
    const bytes = rolloutOf(session);
    const { report, text } = renderBytes(bytes, { at: { kind: 'last' } });
    expect(report).toEqual({
      threadId,
      cliVersion: '0.145.0',
      rules: '0.145',
      recordedRequests: 2,
      renderedRequests: 1,
      inputBytes: bytes.length,
      outputBytes: Buffer.byteLength(text),
      notices: [],
      noticesLeftOut: 0,
    });
  });
});

describe('the kind of a request', () => {
  const goal = user('<codex_internal_context source="goal">\nGrind on.\n</codex_internal_context>');
  const kindsOf = (...lines: Line[]): string[] =>
    render([meta(), started('a'), context('a'), ...lines, completed('a')]).requests.map(
      ({ kind }) => kind,
    );

  it("is a turn's first, one after a tool, or one after a word in between", () => {
    expect(
      kindsOf(
        ...prompt('q'),
        item(call('1')),
        tokens(),
        item(output('1', 'o')),
        assistant('x'),
        tokens(),
        ...prompt('and more'),
        assistant('y'),
        tokens(),
      ),
    ).toEqual(['turn', 'follow_up', 'steer']);
  });

  it('is one for a goal when nothing but a goal was put in', () => {
    expect(kindsOf(goal, assistant('x'), tokens())).toEqual(['goal']);
    expect(kindsOf(...prompt('q'), goal, assistant('x'), tokens())).toEqual(['turn']);
    expect(
      kindsOf(
        ...prompt('q'),
        item(call('1')),
        tokens(),
        item(output('1', 'o')),
        goal,
        assistant('x'),
        tokens(),
      ),
    ).toEqual(['turn', 'goal']);
  });
});

describe('the request that a resume would send next', () => {
  const next: RenderSetUp = { at: { kind: 'next' } };

  it('holds the whole history and counts behind those recorded', () => {
    const { requests } = render(session, next);
    const [{ id, at, kind, source } = { id: '', at: 0, kind: '', source: {} }] = requests;
    expect([id, at, kind, source]).toEqual([
      `${threadId}#2`,
      2,
      'next',
      { file: 'rollout.jsonl', line: session.length },
    ]);
    expect(inWords(requests[0]?.request['input'])).toEqual([
      'Rules.',
      'Grind.',
      'function_call c1',
      'function_call_output c1',
      'Done.',
    ]);
  });

  it('is there even when nothing was recorded', () => {
    expect(requestsInWords([meta()], next)).toEqual([[]]);
  });
});

describe('a request in the middle of a session', () => {
  it('holds what was there by then', () => {
    const lines = [
      meta(),
      ...turn('a', 'u1', 'a1'),
      ...turn('b', 'u2', 'a2'),
      rolledBack(1),
      ...turn('c', 'u3', 'a3'),
    ];
    expect(requestsInWords(lines)).toEqual([['u1'], ['u1', 'a1', 'u2'], ['u1', 'a1', 'u3']]);
  });

  it('holds what stands right behind a rollback', () => {
    const lines = [
      meta(),
      ...turn('a', 'u1', 'a1'),
      ...turn('b', 'u2', 'a2'),
      rolledBack(1),
      user('by hand'),
      ...turn('c', 'u3', 'a3'),
    ];
    expect(requestsInWords(lines)).toEqual([
      ['u1'],
      ['u1', 'a1', 'u2'],
      ['u1', 'a1', 'by hand', 'u3'],
    ]);
  });

  it('is the same alone as among all, after a rollback over a compaction as well', () => {
    const compaction: Line[] = [
      started('b'),
      { ...item({}), type: 'compacted', payload: { message: '', replacement_history: [] } },
      completed('b'),
    ];
    const lines = [
      meta(),
      ...turn('a', 'u1', 'a1'),
      ...compaction,
      ...turn('c', 'u3', 'a3'),
      rolledBack(2),
      user('by hand'),
      ...turn('d', 'u4', 'a4'),
      ...turn('e', 'u5', 'a5'),
    ];
    const all = render(lines);
    const alone = all.requests.map(
      (_, at) => render(lines, { at: { kind: 'range', from: at, to: at } }).requests[0],
    );
    expect(alone).toEqual(all.requests);
    expect(inputsOf(render(lines, { at: { kind: 'last' } }))).toEqual(inputsOf(all).slice(-1));
  });
});

describe("a session that goes on from its parent's prefix", () => {
  const prefix: readonly Line[] = [meta(), ...turn('a', 'u1', 'a1')];
  const own = [
    meta({ id: '11111111-2222-7333-8444-555555555555', timestamp: '2026-03-05T00:00:00.000Z' }),
    ...turn('b', 'u2', 'a2'),
  ];
  const bytes = rolloutOf([...prefix, ...own]);
  const startBytes = rolloutOf(prefix).length;
  const segments = [
    { file: 'parent.jsonl', startBytes: 0, endBytes: startBytes },
    { file: 'own.jsonl', startBytes, endBytes: bytes.length },
  ];

  it('sends the prefix with its own requests, which alone count', () => {
    const { requests, report } = renderBytes(bytes, { file: 'own.jsonl', segments });
    expect(report.threadId).toBe('11111111-2222-7333-8444-555555555555');
    expect(
      requests.map(({ id, at, source, request }) => [id, at, source, inWords(request['input'])]),
    ).toEqual([
      [
        '11111111-2222-7333-8444-555555555555#0',
        0,
        { file: 'own.jsonl', line: 5 },
        ['u1', 'a1', 'u2'],
      ],
    ]);
  });

  it('reports what is wrong in its own file alone, and counts from its start', () => {
    const torn = Buffer.concat([bytes, Buffer.from('{"torn')]);
    const { report } = renderBytes(torn, {
      file: 'own.jsonl',
      segments: segments.with(1, { file: 'own.jsonl', startBytes, endBytes: torn.length }),
    });
    expect(report.notices).toMatchObject([
      { code: 'truncated_tail', line: own.length + 1, offsetBytes: bytes.length - startBytes },
    ]);
    const damaged = rolloutOf([...prefix.with(2, 'words'), ...own]);
    const at = rolloutOf(prefix.with(2, 'words')).length;
    const other = renderBytes(damaged, {
      file: 'own.jsonl',
      segments: [
        { file: 'parent.jsonl', startBytes: 0, endBytes: at },
        { file: 'own.jsonl', startBytes: at, endBytes: damaged.length },
      ],
    });
    expect(other.report.notices).toEqual([]);
  });
});

describe('lines that other releases and agents write', () => {
  it('leave no trace in the input', () => {
    const noise = [
      event('agent_message', { message: 'x' }),
      event('item_completed', { item: { type: 'UserMessage' } }),
      item({ type: 'ghost_snapshot', ghost_commit: {} }),
      item({ type: 'not_known_to_us' }),
      item({ type: 'message', role: 'system', content: [] }),
    ];
    expect(requestsInWords([...session.slice(0, 6), ...noise, ...session.slice(6)])).toEqual(
      requestsInWords(session),
    );
  });

  it('give letters between agents their form', () => {
    const letter = {
      author: '/root',
      recipient: '/root/a_1',
      content: 'Grind.',
      trigger_turn: true,
    };
    const record = (payload: Json): Line => ({
      ...item(payload),
      type: 'inter_agent_communication',
    });
    const lines = [
      meta(),
      record(letter),
      record({ ...letter, trigger_turn: false, encrypted_content: 'e' }),
      record({ ...letter, encrypted_content: 'e', content: '' }),
      record({ ...letter, author: 'root' }),
      record({ ...letter, recipient: '/root/A' }),
      record({ ...letter, content: 5 }),
      record({ ...letter, trigger_turn: 'yes' }),
    ];
    const head = (type: string): string =>
      `Message Type: ${type}\nTask name: /root/a_1\nSender: /root\nPayload:\n`;
    const sealed = (type: string): Json[] => [
      { type: 'input_text', text: head(type) },
      { type: 'encrypted_content', encrypted_content: 'e' },
    ];
    const sent = (content: readonly Json[]): Json => ({
      type: 'agent_message',
      author: '/root',
      recipient: '/root/a_1',
      content,
    });
    expect(inputsOf(render(lines, { at: { kind: 'next' } }))).toEqual([
      [
        sent([{ type: 'input_text', text: 'Grind.' }]),
        sent(sealed('MESSAGE')),
        sent(sealed('NEW_TASK')),
      ],
    ]);
  });
});
