// The requests that compactions send.

import { describe, expect, it } from 'vitest';
import { inWords, itemsOf, render, type RenderSetUp } from '../support/render-lines.js';
import {
  assistant,
  call,
  compacted,
  completed,
  context,
  developer,
  event,
  item,
  type Json,
  type Line,
  message,
  meta,
  meta171,
  output,
  prompt,
  record,
  started,
  tokens,
  turn,
} from '../support/rollout-lines.js';

const summary = 'Summary follows:\nDone.';
const sealed = { type: 'compaction', encrypted_content: 'e' };
const trigger = { type: 'compaction_trigger' };
const answered = [
  meta(),
  started('a'),
  developer('Rules.'),
  context('a'),
  ...prompt('q'),
  assistant('x'),
  tokens(),
  completed('a'),
];

interface Told {
  readonly kind: string;
  readonly input: readonly string[];
  readonly form: string;
  readonly fidelity: unknown;
}

/** The compactions among the requests. */
function compactionsOf(lines: readonly Line[], setUp: RenderSetUp = {}): Told[] {
  const { requests } = render(lines, setUp);
  return requests
    .filter(({ kind }) => kind === 'compaction')
    .map(({ kind, request, fidelity }) => ({
      kind,
      input: inWords(request['input']),
      form: Object.keys(request).join(),
      fidelity: fidelity['input'],
    }));
}

const ofTurns =
  'model,instructions,input,tool_choice,parallel_tool_calls,store,stream,include,prompt_cache_key';
const ofLocal =
  'model,instructions,input,tools,tool_choice,parallel_tool_calls,store,stream,include,prompt_cache_key';
const ofFirst = 'model,input,instructions,parallel_tool_calls,prompt_cache_key';

describe('a local compaction', () => {
  it("sends the history and the pack's prompt", () => {
    const lines = [
      ...answered,
      started('k'),
      assistant('Done.'),
      tokens(),
      compacted([message('user', summary)], summary),
      completed('k'),
    ];
    expect(compactionsOf(lines)).toEqual([
      {
        kind: 'compaction',
        input: ['Rules.', 'q', 'x', 'Sum up.'],
        form: ofLocal,
        fidelity: 'rendered: the prompt is that of pack own',
      },
    ]);
  });

  it('in a turn sends what was put in, once more after it', () => {
    const lines = [
      ...answered,

      started('b'),
      context('b'),
      ...prompt('r'),
      item(call('1')),
      tokens(),
      item(output('1', 'o')),

      assistant('Done.'),
      tokens(),
      compacted([message('user', 'r'), message('user', summary)], summary),
      context('b'),
      assistant('y'),
      tokens(),
      completed('b'),
    ];
    const sent = render(lines).requests.map(({ kind, request }) => [
      kind,
      inWords(request['input']),
    ]);
    expect(sent).toEqual([
      ['turn', ['Rules.', 'q']],
      ['turn', ['Rules.', 'q', 'x', 'r']],
      [
        'compaction',
        ['Rules.', 'q', 'x', 'r', 'function_call 1', 'function_call_output 1', 'Sum up.'],
      ],
      ['follow_up', ['r', summary]],
    ]);
  });

  it('of 2025 recorded only its summary', () => {
    const lines = [
      ...answered,
      started('k'),
      assistant('Done.'),
      tokens(),
      record('compacted', { message: summary }),
      completed('k'),
    ];
    expect(compactionsOf(lines)).toMatchObject([
      { input: ['Rules.', 'q', 'x', 'Sum up.'], form: ofLocal },
    ]);
  });
});

describe('a remote compaction', () => {
  const remote = (history: readonly Json[]): Line[] => [
    ...answered,
    started('k'),
    compacted(history),
    tokens(),
    completed('k'),
  ];

  it('sends the history and a trigger when it kept user messages and one sealed item', () => {
    expect(compactionsOf(remote([message('user', 'q'), sealed]))).toEqual([
      {
        kind: 'compaction',
        input: ['Rules.', 'q', 'x', 'compaction_trigger'],
        form: ofTurns,
        fidelity: 'exact',
      },
    ]);
    const { requests } = render(remote([message('user', 'q'), sealed]));
    expect(itemsOf(requests[1]).at(-1)).toEqual(trigger);
  });

  it.each([
    ['an answer', [message('user', 'q'), message('assistant', 'x'), sealed]],
    ['two sealed items', [message('user', 'q'), sealed, sealed]],
    ['no sealed item', [message('user', 'q')]],
    ['a message that nobody wrote', [message('user', 'other'), sealed]],
    ['no message though there was one', [sealed]],
    [
      'a sealed item of the older type',
      [message('user', 'q'), { type: 'context_compaction', encrypted_content: 'e' }],
    ],
  ])('is the first form of it when it kept %s, up to release 0.163', (_, history) => {
    expect(compactionsOf(remote(history))).toEqual([
      { kind: 'compaction', input: ['Rules.', 'q', 'x'], form: ofFirst, fidelity: 'exact' },
    ]);
    expect(compactionsOf(remote(history), { rules: '0.171' })).toMatchObject([
      { kind: 'compaction' },
    ]);
    expect(compactionsOf(remote(history), { rules: '0.171' })[0]?.input.at(-1)).toBe(
      'compaction_trigger',
    );
  });

  it('is a trigger again when the next one follows on the first', () => {
    const lines = [
      ...remote([message('user', 'q'), sealed]),
      ...turn('b', 'r', 'y'),
      started('l'),
      compacted([message('user', 'q'), message('user', 'r'), sealed]),
      completed('l'),
    ];
    expect(compactionsOf(lines).map(({ input }) => input)).toEqual([
      ['Rules.', 'q', 'x', 'compaction_trigger'],
      ['q', 'compaction e', 'r', 'y', 'compaction_trigger'],
    ]);
  });
});

describe('a compaction that failed', () => {
  const failed = (words: string): Line =>
    event('task_complete', { turn_id: 'k', error: { message: words } });

  it("is remote when its turn's error names it so", () => {
    const lines = [...answered, started('k'), failed('Error running remote compact task: no')];
    expect(compactionsOf(lines)).toMatchObject([
      { input: ['Rules.', 'q', 'x', 'compaction_trigger'] },
    ]);
  });

  it('is local otherwise', () => {
    const lines = [...answered, started('k'), failed('bad gateway')];
    expect(compactionsOf(lines)).toMatchObject([{ input: ['Rules.', 'q', 'x', 'Sum up.'] }]);
    expect(compactionsOf(lines, { provider: 'openai' })).toMatchObject([
      { input: ['Rules.', 'q', 'x', 'compaction_trigger'] },
    ]);
  });
});

describe('a history too long for a remote compaction', () => {
  const catalog = {
    models: [
      { slug: 'stone', context_window: 1000, truncation_policy: { mode: 'bytes', limit: 100_000 } },
    ],
  };
  const work = (...lines: Line[]): Line[] => [
    meta(),
    started('a'),
    context('a'),
    ...prompt('q'),
    ...lines,
    completed('a'),
    started('k'),
    compacted([message('user', 'q'), sealed]),
    completed('k'),
  ];
  const long = (id: string): Line[] => [item(call(id)), item(output(id, 'x'.repeat(2000)))];
  const outputsOf = (lines: readonly Line[], setUp: RenderSetUp = { catalog }): unknown => {
    const request = render(lines, setUp).requests.find(({ kind }) => kind === 'compaction');
    return itemsOf(request).flatMap((entry) =>
      entry['output'] === undefined ? [] : [entry['output']],
    );
  };
  const whole = 'x'.repeat(2000);

  it('loses the outputs at its end, the last one first, until it fits', () => {
    // A window of 950 tokens holds one output of about 500, but not two.
    expect(
      outputsOf(
        work(item(call('1')), item(call('2')), item(output('1', whole)), item(output('2', whole))),
      ),
    ).toEqual([whole, '[output gone]']);
    const three = ['1', '2', '3'];
    expect(
      outputsOf(
        work(...three.map((id) => item(call(id))), ...three.map((id) => item(output(id, whole)))),
      ),
    ).toEqual([whole, '[output gone]', '[output gone]']);
  });

  it('keeps the outputs in front of anything else', () => {
    expect(outputsOf(work(...long('1'), ...long('2'), ...long('3')))).toEqual([
      whole,
      whole,
      '[output gone]',
    ]);
    expect(outputsOf(work(...long('1'), ...long('2'), assistant('x')))).toEqual([whole, whole]);
  });

  it('loses the tools that a search found', () => {
    const search: Line[] = [
      item({ type: 'tool_search_call', call_id: 's', execution: 'client', arguments: {} }),
      item({
        type: 'tool_search_output',
        call_id: 's',
        status: 'completed',
        execution: 'client',
        tools: [{ name: whole }, { name: whole }],
      }),
    ];
    const request = render(work(...search), { catalog }).requests.find(
      ({ kind }) => kind === 'compaction',
    );
    expect(itemsOf(request).at(-2)).toEqual({
      type: 'tool_search_output',
      call_id: 's',
      status: 'completed',
      execution: 'client',
      tools: [],
    });
  });

  it('keeps everything when it fits, or when the window is not known', () => {
    expect(outputsOf(work(...long('1')))).toEqual([whole]);
    expect(outputsOf(work(...long('1'), ...long('2'), ...long('3')), {})).toEqual([
      whole,
      whole,
      whole,
    ]);
  });
});

describe('a session with a remote compaction', () => {
  it('is taken for one of the provider that sends metadata', () => {
    const passthrough = { internal_chat_message_metadata_passthrough: { turn_id: 'a' } };
    const marked = item({ ...message('user', 'q'), ...passthrough });
    const lines = (history: readonly Json[], words: string): Line[] => [
      meta171({ cli_version: '0.145.0' }),
      started('a'),
      context('a'),
      marked,
      assistant('x'),
      tokens(),
      completed('a'),
      started('k'),
      compacted(history, words),
      completed('k'),
    ];
    const first = (rendering: ReturnType<typeof render>): unknown =>
      itemsOf(rendering.requests[0])[0];
    expect(first(render(lines([message('user', 'q'), sealed], '')))).toEqual({
      ...message('user', 'q'),
      ...passthrough,
    });
    expect(first(render(lines([message('user', summary)], summary)))).toEqual(message('user', 'q'));
  });
});
