// The model, effort and summary that requests are sent with.

import { describe, expect, it } from 'vitest';
import { ownCatalog } from '../support/own-catalog.js';
import { render, type RenderSetUp } from '../support/render-lines.js';
import {
  assistant,
  compacted,
  completed,
  context,
  event,
  type Json,
  type Line,
  message,
  meta,
  prompt,
  started,
  tokens,
} from '../support/rollout-lines.js';

const turnWith = (name: string, more: Json): Line[] => [
  started(name),
  context(name, more),
  ...prompt('q'),
  assistant('x'),
  tokens(),
  completed(name),
];

/** Model and reasoning of each request. */
function settingsOf(lines: readonly Line[], setUp: RenderSetUp = {}): unknown[] {
  const { requests } = render([meta(), ...lines], { catalog: ownCatalog, ...setUp });
  return requests.map(({ request }) => {
    const { effort, summary } = (request['reasoning'] ?? {}) as Json;
    return [request['model'], effort, summary];
  });
}

describe('a turn runs on', () => {
  it('the model and effort of its context', () => {
    const lines = [
      ...turnWith('a', { effort: 'low' }),
      ...turnWith('b', { model: 'blind', effort: 'high' }),
    ];
    expect(settingsOf(lines)).toEqual([
      ['stone', 'low', 'auto'],
      ['blind', 'high', 'auto'],
    ]);
  });

  it('the default effort of its model', () => {
    expect(settingsOf(turnWith('a', {}))).toEqual([['stone', 'medium', 'auto']]);
    expect(settingsOf(turnWith('a', { effort: null }))).toEqual([['stone', 'medium', 'auto']]);
  });

  it('the most effort there is when it is told more', () => {
    expect(settingsOf(turnWith('a', { effort: 'ultra' }))).toEqual([['stone', 'max', 'auto']]);
  });

  it('the newest context before it, or the first behind it when there is none', () => {
    const noContext = turnWith('b', {}).filter((line) => (line as Json)['type'] !== 'turn_context');
    expect(settingsOf([...turnWith('a', { model: 'blind' }), ...noContext])).toEqual([
      ['blind', 'medium', 'auto'],
      ['blind', 'medium', 'auto'],
    ]);
    const late = [
      started('a'),
      ...prompt('q'),
      assistant('x'),
      context('a', { model: 'blind' }),
      tokens(),
      completed('a'),
    ];
    expect(settingsOf(late)).toEqual([['blind', 'medium', 'auto']]);
  });

  it('the name it was given, though another one was found', () => {
    expect(settingsOf(turnWith('a', { model: 'mill/stone-2026' }))).toEqual([
      ['mill/stone-2026', 'medium', 'auto'],
    ]);
  });
});

describe('a summary is asked for', () => {
  it.each([
    ['stone', 'auto', 'auto'],
    ['stone', 'none', 'auto'],
    ['stone', undefined, 'auto'],
    ['stone', 'concise', 'concise'],
    ['stone', 'detailed', 'detailed'],
    ['silent', 'auto', undefined],
    ['silent', 'concise', 'concise'],
    ['unknown', 'auto', undefined],
    ['unknown', 'concise', 'concise'],
  ])('of %s, recorded as %s, as %s', (model, summary, expected) => {
    expect(settingsOf(turnWith('a', { model, effort: 'low', summary }))).toEqual([
      [model, 'low', expected],
    ]);
  });
});

describe('a compaction runs on', () => {
  const summary = 'Summary follows:\nDone.';
  const compaction = (...rest: Line[]): Line[] => [
    started('k'),
    assistant('Done.'),
    tokens(),
    compacted([message('user', summary)], summary),
    tokens(),
    ...rest,
  ];

  it('the model of the turn before it when it is a turn of its own', () => {
    expect(
      settingsOf([
        ...turnWith('a', { model: 'blind', effort: 'high' }),
        ...compaction(completed('k')),
      ]),
    ).toEqual([
      ['blind', 'high', 'auto'],
      ['blind', 'high', 'auto'],
    ]);
  });

  it('the model that was applied since', () => {
    const applied = event('thread_settings_applied', {
      thread_settings: { model: 'wordy', reasoning_effort: 'low' },
    });
    expect(settingsOf([...turnWith('a', {}), applied, ...compaction(completed('k'))])).toEqual([
      ['stone', 'medium', 'auto'],
      ['wordy', 'low', 'auto'],
    ]);
  });

  const before = (old: Json, next: Json): unknown =>
    settingsOf([
      ...turnWith('a', old),
      ...compaction(context('k', next), ...prompt('r'), assistant('y'), tokens(), completed('k')),
    ])[1];

  it("the model of its turn when it comes before that turn's first request", () => {
    expect(before({ model: 'stone', effort: 'low' }, { model: 'blind', effort: 'high' })).toEqual([
      'blind',
      'high',
      'auto',
    ]);
  });

  it("the model before its turn when the two don't understand each other's summaries", () => {
    expect(
      before(
        { model: 'old-hash', comp_hash: '1' },
        { model: 'new-hash', comp_hash: '2', effort: 'high' },
      ),
    ).toEqual(['old-hash', 'high', 'auto']);
    expect(
      before({ model: 'old-hash', comp_hash: '1' }, { model: 'stone', effort: 'high' }),
    ).toEqual(['stone', 'high', 'auto']);
    expect(
      before(
        { model: 'old-hash', comp_hash: '1' },
        { model: 'new-hash', comp_hash: '1', effort: 'high' },
      ),
    ).toEqual(['new-hash', 'high', 'auto']);
  });

  it('the model before its turn when that has the larger window', () => {
    expect(before({ model: 'stone' }, { model: 'stone-mini', effort: 'low' })).toEqual([
      'stone',
      'low',
      'auto',
    ]);
    expect(before({ model: 'stone-mini' }, { model: 'stone', effort: 'low' })).toEqual([
      'stone',
      'low',
      'auto',
    ]);
  });

  it("the middle one of the old model's efforts when it doesn't take the new one", () => {
    expect(
      before(
        { model: 'new-hash', comp_hash: '2' },
        { model: 'old-hash', comp_hash: '1', effort: 'low' },
      ),
    ).toEqual(['new-hash', 'high', 'auto']);
    expect(
      before(
        { model: 'old-hash', comp_hash: '1' },
        { model: 'new-hash', comp_hash: '2', effort: 'odd' },
      ),
    ).toEqual(['old-hash', 'medium', 'auto']);
  });

  it('the first turn behind it when nothing tells before it', () => {
    expect(
      settingsOf([...compaction(completed('k')), ...turnWith('a', { model: 'blind' })])[0],
    ).toEqual(['blind', 'medium', 'auto']);
  });
});

describe('the policy for tool outputs', () => {
  const catalog = {
    models: [
      { slug: 'short', truncation_policy: { mode: 'bytes', limit: 10 } },
      { slug: 'long', truncation_policy: { mode: 'bytes', limit: 100 } },
    ],
  };
  const at = (time: string, lines: readonly Line[]): Line[] =>
    lines.map((line) => ({ ...(line as Json), timestamp: time }));
  const text = 'x'.repeat(40);
  const cut = `${'x'.repeat(6)}…28 chars truncated…${'x'.repeat(6)}`;
  const work = (name: string, model: string): Line[] => [
    started(name),
    context(name, { model }),
    ...prompt('q'),
    {
      ...event(''),
      type: 'response_item',
      payload: { type: 'function_call', name: 'n', arguments: '{}', call_id: name },
    },
    tokens(),
    {
      ...event(''),
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: name, output: text },
    },
    assistant('x'),
    tokens(),
    completed(name),
  ];
  const outputsOf = (lines: readonly Line[], setUp: RenderSetUp = {}): unknown[] =>
    render([meta(), ...lines], { catalog, ...setUp }).requests.map(({ request }) =>
      (request['input'] as Json[]).flatMap(({ output }) => (output === undefined ? [] : [output])),
    );

  it('is that of the model that recorded them, as long as one process runs', () => {
    expect(outputsOf([...work('a', 'short'), ...work('b', 'long')])).toEqual([
      [],
      [cut],
      [cut],
      [cut, text],
    ]);
    expect(outputsOf([...work('a', 'long'), ...work('b', 'short')])).toEqual([
      [],
      [text],
      [text],
      [text, cut],
    ]);
  });

  it('is that of the model that resumes the session, after a long pause', () => {
    const later = '2026-03-04T09:00:00.000Z';
    const lines = [...work('a', 'short'), ...at(later, work('b', 'long'))];
    expect(outputsOf(lines)).toEqual([[], [cut], [text], [text, text]]);
    const alone = [0, 1, 2, 3].flatMap((from) =>
      outputsOf(lines, { at: { kind: 'range', from, to: from } }),
    );
    expect(alone).toEqual([[], [cut], [text], [text, text]]);
    expect(outputsOf([...work('a', 'long'), ...at(later, work('b', 'short'))])).toEqual([
      [],
      [text],
      [cut],
      [cut, cut],
    ]);
  });
});
