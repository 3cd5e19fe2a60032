import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { LineFlag } from '../../src/contract/line-index.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { indexOf, type IndexEntry } from '../support/index-of.js';
import { narrow } from '../support/narrow-bytes.js';
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
  lineBytes,
  meta,
  numbered,
  output,
  prompt,
  record,
  rolloutOf,
  started,
  user,
} from '../support/rollout-lines.js';

/** What the index says of one line that has no neighbours. */
function entryOf(line: Line, acceptsBare = false): Omit<IndexEntry, 'start' | 'end'> {
  const { entries } = indexOf(inMemory(lineBytes(line)), { acceptsBare });
  expect(entries).toHaveLength(1);
  const { start, end, ...entry } = entries[0] ?? { kind: '', start: 0, end: 0 };
  expect([start, end]).toEqual([0, lineBytes(line).length]);
  return entry;
}

function kindsOf(bytes: Uint8Array, acceptsBare = false): string[] {
  return indexOf(inMemory(bytes), { acceptsBare }).entries.map(({ kind }) => kind);
}

const session: readonly Line[] = [
  meta(),
  started('a'),
  context('a'),
  developer('Rules.'),
  ...prompt('What about é and 🦀?'),
  item(call('c')),
  item(output('c', 'ä'.repeat(400))),
  assistant('Done.'),
  completed('a'),
];

describe('what a line is', () => {
  const kinds: readonly (readonly [string, Json])[] = [
    ['meta', meta()],
    ['item', user('a')],
    ['interAgent', record('inter_agent_communication', { author: '/root' })],
    ['interAgentMetadata', record('inter_agent_communication_metadata', { trigger_turn: true })],
    ['compacted', record('compacted', { message: 'm' })],
    ['turnContext', context('a')],
    ['worldState', record('world_state', { full: true, state: {} })],
    ['event', started('a')],
    ['usage', record('token_usage_record', { usage: {} })],
    ['other', record('not_known_to_us', {})],
  ];

  it.each(kinds)('is told by its type: %s', (kind, line) => {
    expect(entryOf(line)).toHaveProperty('kind', kind);
  });

  it('comes with the type of an item or event, and with the role of a message', () => {
    expect(entryOf(user('a'))).toEqual({ kind: 'item', type: 'message', role: 'user' });
    expect(entryOf(item(output('c', 'x')))).toEqual({ kind: 'item', type: 'function_call_output' });
    expect(entryOf(completed('a'))).toEqual({ kind: 'event', type: 'task_complete' });
    expect(entryOf(event('not_known_to_us'))).toEqual({ kind: 'event' });
    expect(entryOf(item({ type: 'message', role: 'narrator', content: [] }))).toEqual({
      kind: 'item',
      type: 'message',
    });
  });

  it('comes with a mark for an ordinal, and for an empty compaction message', () => {
    expect(entryOf(numbered(0, started('a')))).toEqual({
      kind: 'event',
      type: 'task_started',
      flags: LineFlag.ordinal,
    });
    expect(entryOf(record('compacted', { message: '', replacement_history: [] }))).toEqual({
      kind: 'compacted',
      flags: LineFlag.emptyMessage,
    });
  });
});

describe('a line in written form and the same line spelled otherwise', () => {
  const lines: readonly Json[] = [
    ...session.filter((line): line is Json => typeof line === 'object'),
    numbered(7, user('numbered')),
    numbered(123456789012345, started('numbered')),
    item({ type: 'message', id: 'msg_1', role: 'user', content: [] }),
    item({ type: 'additional_tools', role: 'developer', tools: [] }),
    item({ type: 'ghost_snapshot', ghost_commit: {} }),
    item({ type: 'not_known_to_us', role: 'user' }),
    event('agent_message', { message: 'm', role: 'user' }),
    event('not_known_to_us'),
    record('compacted', { message: '', replacement_history: [] }),
    record('compacted', { message: 'm', replacement_history: [] }),
    record('inter_agent_communication', { author: '/root', role: 'user' }),
    record('world_state', { type: 'message', full: true, state: {} }),
    record('token_usage_record', { usage: {} }),
    { ...user('with metadata'), metadata: { client_authored: true } },
  ];

  it.each(lines.map((line) => [JSON.stringify(line).slice(40, 130), line] as const))(
    'give the same entry: %s',
    (_, line) => {
      const expected = entryOf(line);
      const flipped = (value: unknown): unknown =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(
              Object.entries(value)
                .map(([key, inner]) => [key, flipped(inner)])
                .toReversed(),
            )
          : value;
      const written = JSON.stringify(line);
      const spellings = [
        JSON.stringify(flipped(line)),
        JSON.stringify(line, undefined, 1).replaceAll('\n', ' '),
        ` ${written}\t`,
        written.replace('{"timestamp"', '{"ignored":[1],"timestamp"'),
        written.replace('"payload":{', '"payload":{"ignored":null,'),
        written.replace('"payload":{', '"payload": {'),
        written.replace(/"timestamp":"([^"]*)"/, '"timestamp":"\\u0032$1"'),
      ];
      for (const spelling of spellings) expect(entryOf(spelling)).toEqual(expected);
    },
  );
});

describe('a line that the reference reader drops', () => {
  it.each([
    ['torn in its head', JSON.stringify(started('a')).slice(0, 60)],
    ['no JSON', 'hello'],
    ['JSON of another kind', '[1]'],
    [
      'followed by more',
      `${JSON.stringify(started('a'))} {}`.replace('{"timestamp', '{ "timestamp'),
    ],
    ['without a type', JSON.stringify({ timestamp: 't', payload: {} })],
    ['of a type that is no string', JSON.stringify({ timestamp: 't', type: 1, payload: {} })],
    [
      'without a timestamp',
      JSON.stringify({ type: 'event_msg', payload: { type: 'task_started' } }),
    ],
    [
      'with a timestamp that is no string',
      JSON.stringify({ timestamp: 1, type: 'compacted', payload: {} }),
    ],
    ['without a payload', JSON.stringify({ timestamp: 't', type: 'compacted' })],
    [
      'with a payload that is no object',
      JSON.stringify({ timestamp: 't', type: 'compacted', payload: 'x' }),
    ],
    [
      'with an ordinal that is a string',
      '{"timestamp":"t","ordinal":"1","type":"compacted","payload":{}}',
    ],
    ['with a negative ordinal', '{"timestamp":"t","ordinal":-1,"type":"compacted","payload":{}}'],
    [
      'with an ordinal that is not whole',
      '{"timestamp":"t","ordinal":1.5,"type":"compacted","payload":{}}',
    ],
    ['with a lone surrogate', '{"timestamp": "\\ud800","type":"compacted","payload":{}}'],
  ])('is unreadable: %s', (_, line) => {
    expect(entryOf(line)).toEqual({ kind: 'unreadable' });
  });

  it.each([
    ['null', 'null'],
    ['0', '0'],
    ['a number of 19 digits', '9223372036854775807'],
  ])('is none for its ordinal of %s', (_, ordinal) => {
    const line = `{"timestamp":"t","ordinal":${ordinal},"type":"compacted","payload":{}}`;
    expect(entryOf(line)).toHaveProperty('kind', 'compacted');
  });
});

describe('a torn line', () => {
  it('is what its head says', () => {
    const torn = JSON.stringify(started('a')).slice(0, -3);
    expect(entryOf(torn)).toEqual({ kind: 'event', type: 'task_started' });
  });
});

describe('lines without envelope', () => {
  const bareLines: readonly (readonly [string, Json, object])[] = [
    ['an item', message('user'), { kind: 'bareItem', type: 'message', role: 'user' }],
    [
      'an item without type',
      { role: 'assistant', content: [] },
      { kind: 'bareItem', type: 'message', role: 'assistant' },
    ],
    ['meta data', { id: 'x', timestamp: 't', instructions: null }, { kind: 'bareMeta' }],
    ['a state record', { record_type: 'state' }, { kind: 'other' }],
  ];

  it.each(bareLines)('are taken where they are accepted: %s', (_, line, expected) => {
    expect(entryOf(line, true)).toEqual(expected);
    expect(entryOf(line, false)).toEqual({ kind: 'unreadable' });
  });

  function message(role: string): Json {
    return { type: 'message', role, content: [] };
  }
});

describe('the lines of a file', () => {
  const one = JSON.stringify(started('a'));

  it('are told apart by line feeds, a carriage return before one does not count', () => {
    const bytes = Buffer.from(`${one}\r\n\r\n \t\n\n${one}\n`);
    const { entries } = indexOf(inMemory(bytes));
    const length = one.length;
    expect(entries).toEqual([
      { kind: 'event', type: 'task_started', start: 0, end: length + 1 },
      { kind: 'blank', start: length + 2, end: length + 3 },
      { kind: 'blank', start: length + 4, end: length + 6 },
      { kind: 'blank', start: length + 7, end: length + 7 },
      { kind: 'event', type: 'task_started', start: length + 8, end: 2 * length + 8 },
    ]);
  });

  it('need no line feed at the end', () => {
    expect(kindsOf(Buffer.from(`${one}\n${one}`))).toEqual(['event', 'event']);
    expect(kindsOf(Buffer.from(`${one}\n${one}\n`))).toEqual(['event', 'event']);
    expect(kindsOf(Buffer.from(`${one}\n${one.slice(0, 20)}`))).toEqual(['event', 'unreadable']);
  });

  it('are none when there are no bytes', () => {
    expect(indexOf(inMemory(Buffer.alloc(0)))).toEqual({ isUtf8: true, entries: [] });
  });

  it('begin behind a byte order mark only where the reader skips it', () => {
    const bytes = Buffer.from(`\ufeff${one}\n${one}`);
    expect(kindsOf(bytes)).toEqual(['unreadable', 'event']);
    expect(indexOf(inMemory(bytes), { from: 3 }).entries[0]).toEqual({
      kind: 'event',
      type: 'task_started',
      start: 3,
      end: 3 + one.length,
    });
  });

  it('are more than the room for line ends, all the same', () => {
    const bytes = Buffer.from(`${'\n'.repeat(20_000)}${one}`);
    const kinds = kindsOf(bytes);
    expect([kinds.length, kinds.at(-1), new Set(kinds.slice(0, -1))]).toEqual([
      20_001,
      'event',
      new Set(['blank']),
    ]);
  });

  it('are flagged where they are no UTF-8, and only there', () => {
    const bad = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3]), Buffer.from('"}')]);
    const { isUtf8, entries } = indexOf(inMemory(rolloutOf([started('a'), bad, completed('a')])));
    expect(isUtf8).toBe(false);
    expect(entries.map(({ kind, flags }) => [kind, flags])).toEqual([
      ['event', undefined],
      ['unreadable', LineFlag.badUtf8],
      ['event', undefined],
    ]);
  });
});

describe('the index of a narrow source', () => {
  const long = item(output('c', 'é🦀'.repeat(700)));
  const cases: readonly (readonly [string, Uint8Array])[] = [
    ['a session', rolloutOf(session)],
    ['a line longer than many views', rolloutOf([...session, long, completed('b')])],
    ['long lines in a row', rolloutOf([long, long, long])],
    ['a long line at the end of the file', rolloutOf([...session, long]).subarray(0, -1)],
    [
      'a long line that is torn',
      Buffer.concat([rolloutOf(session), lineBytes(long).subarray(0, -2)]),
    ],
    [
      'a long line spelled otherwise',
      rolloutOf([JSON.stringify(long).replace('{', '{ '), started('a')]),
    ],
    [
      'a long line of nothing',
      Buffer.from(`${' '.repeat(5000)}\n${JSON.stringify(started('a'))}\n`),
    ],
    [
      'carriage returns',
      Buffer.from(Buffer.from(rolloutOf(session)).toString().replaceAll('\n', '\r\n')),
    ],
    [
      'a long line that is no UTF-8',
      rolloutOf([started('a'), Buffer.from([...lineBytes(long), 0xff]), started('a')]),
    ],
    [
      'a line that ends in half a character',
      rolloutOf([started('a'), Buffer.from([...lineBytes(long), 0xf0, 0x9f])]),
    ],
  ];

  it.each(cases)('equals the one of memory: %s', (_, bytes) => {
    const expected = indexOf(inMemory(bytes));
    // Every size puts the borders elsewhere: into characters, between lines, behind a line feed.
    for (let size = 330; size < 480; size += 1) {
      expect(indexOf(narrow(bytes, size))).toEqual(expected);
    }
    expect(indexOf(narrow(bytes, 64 * 1024))).toEqual(expected);
  });
});
