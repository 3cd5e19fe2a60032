import { describe, expect, it } from 'vitest';
import { findRequests } from '../../src/rollout/find-requests.js';
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
  output,
  prompt,
  record,
  started,
  summarised,
  tokens,
  turn,
  user,
} from '../support/rollout-lines.js';
import { sourceOf } from '../support/source-of.js';

const reasoning = item({ type: 'reasoning', summary: [], encrypted_content: 'e' });
const aborted = (name: string): Json =>
  event('turn_aborted', { turn_id: name, reason: 'interrupted' });
const abortNote = user('<turn_aborted>\nBy hand.\n</turn_aborted>');
const failed = (name: string, words: string): Json =>
  event('task_complete', { turn_id: name, error: { message: words } });

/** The requests: kind and how many lines are before each. */
function pointsOf(lines: readonly Line[], ownStart = 0): [string, number][] {
  const source = sourceOf(lines);
  const flagged = (line: number, flag: number): boolean => {
    const number = source.item(line);
    return number >= 0 && ((source.table.flags[number] ?? 0) & flag) !== 0;
  };
  const points = findRequests(source.index, ownStart, {
    isAbortMarker: (line) => source.isAbortMarker(line),
    isAbortedOutput: (line) => flagged(line, 1 << 17),
    compactionForm: (line) => source.compactionForm(line),
    failureOf: (line) => source.failureOf(line),
  });
  return points.map(({ kind, line }) => [kind, line]);
}

/**
 * The kinds of the requests, which are expected between groups of lines: the first in front of the second group, and so
 * on. One that stands elsewhere comes with its place.
 */
function kindsBetween(groups: readonly (readonly Line[])[]): string[] {
  const starts = groups.map((_, index) => groups.slice(0, index).flat().length);
  return pointsOf(groups.flat()).map(([kind, line], index) =>
    line === starts[index + 1] ? kind : `${kind} behind ${String(line)} lines`,
  );
}

const opening = (name: string, words: string): Line[] => [
  started(name),
  context(name),
  ...prompt(words),
];

describe('a turn', () => {
  it('sends one request before its answer', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first']);
  });

  it('sends one for an answer of several items', () => {
    const answer = [reasoning, assistant('a'), item(call('1')), item(call('2')), tokens()];
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [...answer, completed('a')],
      ]),
    ).toEqual(['first']);
  });

  it('sends another after each tool output', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [reasoning, item(call('1')), tokens(), item(output('1', 'o'))],
        [
          item(call('2')),
          item(call('3')),
          tokens(),
          item(output('2', 'o')),
          item(output('3', 'o')),
        ],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later', 'later']);
  });

  it('sends another after each tool output in a file without usage records', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [
          reasoning,
          item(call('1')),
          item(call('2')),
          item(output('1', 'o')),
          item(output('2', 'o')),
        ],
        [item(call('3')), item(output('3', 'o'))],
        [assistant('x'), completed('a')],
      ]),
    ).toEqual(['first', 'later', 'later']);
  });

  it('sends another after outputs recorded before the usage of their call', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), tokens(), item(output('1', 'o')), tokens()],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), item(output('1', 'o')), tokens()],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
  });

  it('takes outputs among the calls of one answer for no request', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [
          item(call('1')),
          item(output('1', 'o')),
          item(call('2')),
          item(output('2', 'o')),
          tokens(),
        ],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
  });

  it('counts usage records of newer releases as the end of an answer', () => {
    const usage = record('token_usage_record', { usage: {} });
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), usage, tokens(), item(output('1', 'o'))],
        [assistant('x'), usage, tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
  });

  it('sends another after words put in while it runs', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), ...prompt('and more')],
        [assistant('y'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), ...prompt('and more')],
        [assistant('y'), completed('a')],
      ]),
    ).toEqual(['first', 'later']);
  });

  it('may be named as newer or older releases do', () => {
    const lines = [event('turn_started', { turn_id: 'a' }), context('a'), ...prompt('q')];
    expect(
      kindsBetween([
        [meta(), ...lines],
        [assistant('x'), event('turn_complete', { turn_id: 'a' })],
      ]),
    ).toEqual(['first']);
  });
});

describe('several turns', () => {
  it('each send their first request', () => {
    const lines = [meta(), ...turn('a', 'q', 'x'), ...turn('b', 'r', 'y')];
    expect(pointsOf(lines)).toEqual([
      ['first', 5],
      ['first', 12],
    ]);
  });

  it('need no events around them', () => {
    const lines = [
      meta(),
      user('q'),
      assistant('x'),
      user('r'),
      assistant('y'),
      item(call('1')),
      item(output('1', 'o')),
    ];
    expect(pointsOf([...lines, assistant('z')])).toEqual([
      ['first', 2],
      ['first', 4],
      ['later', 7],
    ]);
  });

  it('may not be closed, as after a crash', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), ...opening('b', 'r')],
        [assistant('y'), tokens()],
      ]),
    ).toEqual(['first', 'first']);
  });

  it('take what stands between them for put there by hand', () => {
    const lines = [
      meta(),
      ...turn('a', 'q', 'x'),
      user('in between'),
      assistant('injected'),
      ...turn('b', 'r', 'y'),
    ];
    expect(pointsOf(lines)).toEqual([
      ['first', 5],
      ['first', 14],
    ]);
  });
});

describe('a request without an answer', () => {
  it('was sent when the turn ended with an error', () => {
    expect(
      kindsBetween([[meta(), started('a'), context('a'), user('q')], [failed('a', 'bad gateway')]]),
    ).toEqual(['first']);
  });

  it('was sent when the turn was interrupted before the first item', () => {
    const opened = [meta(), started('a'), context('a'), user('q')];
    expect(kindsBetween([opened, [abortNote, aborted('a')]])).toEqual(['first']);
    expect(kindsBetween([opened, [aborted('a')]])).toEqual(['first']);
  });

  it('was sent when tool outputs were answered by nothing', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), tokens(), item(output('1', 'o'))],
        [abortNote, aborted('a')],
      ]),
    ).toEqual(['first', 'later']);
  });

  it('was not sent when the tool itself was interrupted', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [
          item(call('1')),
          tokens(),
          item(output('1', 'aborted by the user')),
          abortNote,
          aborted('a'),
        ],
      ]),
    ).toEqual(['first']);
  });

  it('was not sent by a turn that ran into no context', () => {
    const shell = user('<user_shell_command>x</user_shell_command>');
    const lines = [meta(), ...turn('a', 'q', 'x'), started('b'), shell, completed('b')];
    expect(pointsOf(lines)).toEqual([['first', 5]]);
  });

  it('was not sent in a turn of nothing', () => {
    expect(
      pointsOf([meta(), ...turn('a', 'q', 'x'), started('b'), context('b'), completed('b')]),
    ).toEqual([['first', 5]]);
  });
});

describe('a compaction', () => {
  const summary = 'Summary follows:\nAll done.';

  it('sends a request of its own, answered by its summary', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), completed('a'), started('b')],
        [
          assistant('All done.'),
          tokens(),
          compacted([message('user', summary)], summary),
          tokens(),
          completed('b'),
          ...opening('c', 'r'),
        ],
        [assistant('y'), tokens(), completed('c')],
      ]),
    ).toEqual(['first', 'compaction', 'first']);
  });

  it('sends a request of its own that leaves nothing when the server makes it', () => {
    const compaction = { type: 'compaction', encrypted_content: 'e' };
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), completed('a'), started('b')],
        [
          compacted([message('user', 'q'), compaction]),
          tokens(),
          completed('b'),
          ...opening('c', 'r'),
        ],
        [assistant('y'), tokens(), completed('c')],
      ]),
    ).toEqual(['first', 'compaction', 'first']);
  });

  it('in a turn leaves its input to be sent again', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), tokens(), item(output('1', 'o'))],
        [
          assistant('All done.'),
          tokens(),
          compacted([message('user', summary)], summary),
          context('a'),
        ],
        [assistant('y'), tokens(), completed('a')],
      ]),
    ).toEqual(['first', 'compaction', 'later']);
  });

  it('in a turn that ends with it leaves its input to be sent behind it', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [item(call('1')), tokens(), item(output('1', 'o'))],
        [assistant('All done.'), tokens(), compacted([message('user', summary)], summary)],
        [context('a'), aborted('a')],
      ]),
    ).toEqual(['first', 'compaction', 'later']);
  });

  it("before a turn's first request comes first", () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), completed('a'), started('b')],
        [
          assistant('All done.'),
          tokens(),
          compacted([message('user', summary)], summary),
          tokens(),
          context('b'),
          ...prompt('r'),
        ],
        [assistant('y'), tokens(), completed('b')],
      ]),
    ).toEqual(['first', 'compaction', 'first']);
  });

  it('that opened a new window asked no model', () => {
    const window = compacted([
      message('developer', 'Rules.'),
      message('user', '<environment_context>x</environment_context>'),
    ]);
    const lines = [
      meta(),
      ...turn('a', 'q', 'x'),
      started('b'),
      window,
      context('b'),
      ...prompt('r'),
      assistant('y'),
      completed('b'),
    ];
    expect(pointsOf(lines)).toEqual([
      ['first', 5],
      ['first', 13],
    ]);
  });

  it('of 2025 recorded its summary alone', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [assistant('x'), tokens(), completed('a'), started('b')],
        [assistant('All done.'), tokens(), summarised(summary), completed('b')],
      ]),
    ).toEqual(['first', 'compaction']);
  });

  it("that failed is told by its turn's error", () => {
    const lines = [
      meta(),
      ...turn('a', 'q', 'x'),
      started('b'),
      failed('b', 'Error running remote compact task: no'),
    ];
    expect(pointsOf(lines)).toEqual([
      ['first', 5],
      ['compaction', 9],
    ]);
  });

  it('that failed is told by a turn that never got to its context', () => {
    const lines = [meta(), ...turn('a', 'q', 'x'), started('b'), failed('b', 'bad gateway')];
    expect(pointsOf(lines)).toEqual([
      ['first', 5],
      ['compaction', 9],
    ]);
  });
});

describe('a fork', () => {
  it('sent none of the requests whose lines it copied', () => {
    const copy = [meta(), meta(), ...turn('a', 'q', 'x')];
    const own = turn('b', 'r', 'y');
    expect(pointsOf([...copy, ...own], copy.length)).toEqual([['first', copy.length + 4]]);
  });

  it('counts its first request as the first of a turn though the copy left one open', () => {
    const copy = [meta(), meta(), ...opening('a', 'q'), assistant('x'), tokens()];
    expect(pointsOf([...copy, ...turn('b', 'r', 'y')], copy.length)).toEqual([
      ['first', copy.length + 4],
    ]);
  });
});

describe('other lines', () => {
  it('are no requests', () => {
    const noise = [
      event('agent_message', { message: 'x' }),
      event('agent_reasoning', { text: 'x' }),
      record('world_state', { full: true, state: {} }),
      record('inter_agent_communication_metadata', { trigger_turn: true }),
      item({ type: 'ghost_snapshot', ghost_commit: {} }),
      item({ type: 'not_known_to_us' }),
      '{"torn',
      '',
    ];
    expect(
      kindsBetween([
        [meta(), started('a'), ...noise, context('a'), developer('d'), ...prompt('q'), ...noise],
        [assistant('x'), ...noise, tokens(), completed('a')],
      ]),
    ).toEqual(['first']);
    expect(pointsOf([meta(), ...noise])).toEqual([]);
    expect(pointsOf([])).toEqual([]);
  });

  it('from other agents are input', () => {
    const letter = record('inter_agent_communication', {
      author: '/root',
      recipient: '/root/a',
      content: 'x',
      trigger_turn: true,
    });
    expect(
      kindsBetween([
        [meta(), started('a'), context('a'), letter],
        [assistant('x'), tokens(), completed('a')],
      ]),
    ).toEqual(['first']);
    const mail = item({
      type: 'agent_message',
      author: '/root',
      recipient: '/root/a',
      content: [],
    });
    expect(kindsBetween([[meta(), started('a'), context('a'), mail], [failed('a', 'no')]])).toEqual(
      ['first'],
    );
  });

  it('of a review are a turn like any other', () => {
    expect(
      kindsBetween([
        [meta(), ...opening('a', 'q')],
        [
          assistant('x'),
          tokens(),
          completed('a'),
          started('b'),
          event('entered_review_mode'),
          event('exited_review_mode'),
          user('<user_action>x</user_action>'),
          assistant('review'),
          completed('b'),
        ],
      ]),
    ).toEqual(['first']);
  });
});
