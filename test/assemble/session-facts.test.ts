// What is not recorded but told by something else: provider, item ids, the release that wrote a turn.

import { describe, expect, it } from 'vitest';
import { itemsOf, render, type RenderSetUp } from '../support/render-lines.js';
import {
  assistant,
  completed,
  context,
  item,
  type Json,
  type Line,
  message,
  meta,
  meta171,
  numbered,
  prompt,
  record,
  started,
  tokens,
  turn,
} from '../support/rollout-lines.js';

const v7 = 'msg_01234567-89ab-7cde-8f01-23456789abcd';
const v4 = 'msg_01234567-89ab-4cde-8f01-23456789abcd';
const metadata = { internal_chat_message_metadata_passthrough: { turn_id: 'a' } };

const work = (question: Json, answer: Json = message('assistant', 'x')): Line[] => [
  started('a'),
  context('a'),
  item(question),
  item(answer),
  tokens(),
  completed('a'),
];

/** The first item of the first request. */
function firstItem(lines: readonly Line[], setUp: RenderSetUp = {}): Json {
  return itemsOf(render(lines, setUp).requests[0])[0] ?? {};
}

describe('item ids', () => {
  const withId = (id: string): Json => ({ ...message('user', 'q'), id });
  const isSent = (lines: readonly Line[], setUp: RenderSetUp = {}): boolean =>
    'id' in firstItem(lines, setUp);

  it("are sent where the user's messages were given some", () => {
    expect(isSent([meta(), ...work(withId(v7))])).toBe(true);
    expect(isSent([meta(), ...work(withId(v4))])).toBe(false);
    expect(isSent([meta(), ...work(withId('msg_1'))])).toBe(false);
    expect(
      isSent([meta(), ...work(message('user', 'q'), { ...message('assistant', 'x'), id: v7 })]),
    ).toBe(false);
  });

  it('are told by the newest message, not by those of a review', () => {
    const review = item({ ...message('user', '<user_action>x</user_action>'), id: v7 });
    expect(isSent([meta(), ...work(withId('msg_1')), review])).toBe(false);
    expect(isSent([meta(), ...work(withId(v7)), ...turn('b', 'r', 'y')])).toBe(false);
    expect(isSent([meta(), ...work(withId('msg_1')), ...work(withId(v7))])).toBe(true);
  });

  it('are always sent in a paginated thread, and by newer releases', () => {
    const paginated = [meta({ history_mode: 'paginated' }), ...work(withId('msg_1'))];
    expect(isSent(paginated.map((line, index) => numbered(index, line as Json)))).toBe(true);
    for (const rules of ['0.155', '0.159'] as const) {
      expect(isSent([meta(), ...work(withId('msg_1'))], { rules })).toBe(true);
    }
    expect(isSent([meta(), ...work(withId('msg_1'))], { rules: '0.150' })).toBe(false);
  });

  it('are sent or not as asked', () => {
    expect(isSent([meta(), ...work(withId('msg_1'))], { itemIds: 'on' })).toBe(true);
    expect(isSent([meta(), ...work(withId(v7))], { itemIds: 'off' })).toBe(false);
  });
});

describe('the provider', () => {
  const sendsMetadata = (more: Json, setUp: RenderSetUp = {}): boolean =>
    'internal_chat_message_metadata_passthrough' in
    firstItem([meta(more), ...work({ ...message('user', 'q'), ...metadata })], setUp);

  it('is told by its name in the meta', () => {
    expect(sendsMetadata({ model_provider: 'openai' })).toBe(true);
    expect(sendsMetadata({ model_provider: 'mill' })).toBe(false);
    expect(sendsMetadata({ model_provider: undefined })).toBe(false);
  });

  it('is what is asked for', () => {
    expect(sendsMetadata({ model_provider: 'mill' }, { provider: 'openai' })).toBe(true);
    expect(sendsMetadata({ model_provider: 'openai' }, { provider: 'other' })).toBe(false);
  });
});

describe('the key of the prompt cache', () => {
  const keyOf = (more: Json): unknown =>
    render([meta(more), ...turn('a', 'q', 'x')]).requests[0]?.request['prompt_cache_key'];

  it("is the id of the session, which is the root thread's, or else that of the thread", () => {
    expect(keyOf({ session_id: 'root' })).toBe('root');
    expect(keyOf({})).toBe('01234567-89ab-7cde-8f01-23456789abcd');
    expect(keyOf({ forked_from_id: 'parent' })).toBe('01234567-89ab-7cde-8f01-23456789abcd');
  });
});

describe('a session that a newer release went on with', () => {
  const usage = record('token_usage_record', { usage: {} });
  const newer = (state: Json, ...marks: Line[]): Line[] => [
    started('b'),
    record('world_state', { full: false, state }),
    context('b', { root_turn_id: 'b' }),
    ...prompt('r'),
    assistant('y'),
    ...marks,
    tokens(),
    completed('b'),
  ];
  const keysOf = (lines: readonly Line[], setUp: RenderSetUp = {}): string[] =>
    render(lines, setUp).requests.map(({ request }) => Object.keys(request).slice(0, 3).join());
  const old = 'model,instructions,input';
  const recent = 'model,stream,input';

  it('follows the old rules up to there, and the new ones from there on', () => {
    expect(
      keysOf([meta(), ...turn('a', 'q', 'x'), ...newer({ tools: {} }), ...turn('c', 's', 'z')]),
    ).toEqual([old, recent, recent]);
    const inputs = render([meta(), ...turn('a', 'q', 'x'), ...newer({ tools: {} })]).requests.map(
      ({ request }) => request['input'],
    );
    expect(inputs[0]).toEqual([message('user', 'q')]);
    expect(inputs[1]).toMatchObject([
      { role: 'developer', content: [{ text: 'Grind slowly.' }] },
      message('user', 'q'),
      message('assistant', 'x'),
      message('user', 'r'),
    ]);
  });

  it('is told by usage records as well', () => {
    const lines = newer({ tools: {} }, usage).filter(
      (line) => (line as Json)['type'] !== 'turn_context',
    );
    expect(keysOf([meta(), ...turn('a', 'q', 'x'), ...lines])).toEqual([old, recent]);
  });

  it.each([
    [{ tools: {} }, recent],
    [{ top_level_tools: {} }, recent],
    [{ model_catalog: 'x' }, recent],
    [{ personality: {} }, old],
    [{}, recent],
  ])('is of a release told by its world state: %j', (state, keys) => {
    expect(keysOf([meta(), ...turn('a', 'q', 'x'), ...newer(state)])).toEqual([old, keys]);
  });

  it('keeps to the rules that are asked for', () => {
    const lines = [meta(), ...turn('a', 'q', 'x'), ...newer({ tools: {} })];
    expect(keysOf(lines, { rules: '0.145' })).toEqual([old, old]);
    expect(keysOf(lines, { rules: '0.171' })).toEqual([recent, recent]);
    expect(render(lines).report.rules).toBe('0.145');
  });

  it('is none when the file names the newer release itself', () => {
    expect(keysOf([meta171(), ...turn('a', 'q', 'x'), ...newer({ tools: {} })])).toEqual([
      recent,
      recent,
    ]);
  });

  it('gives the same request alone as among all', () => {
    const lines = [meta(), ...turn('a', 'q', 'x'), ...newer({ tools: {} }), ...turn('c', 's', 'z')];
    const all = render(lines).requests;
    expect(
      all.map((_, at) => render(lines, { at: { kind: 'range', from: at, to: at } }).requests[0]),
    ).toEqual(all);
  });
});
