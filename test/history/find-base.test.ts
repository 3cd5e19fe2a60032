// Which history a resume starts from, after compactions and rollbacks.

import { describe, expect, it } from 'vitest';
import type { RulesId } from '../../src/contract/rules.js';
import { nextInWords } from '../support/render-lines.js';
import {
  assistant,
  compacted,
  completed,
  context,
  developer,
  event,
  item,
  type Line,
  message,
  meta,
  prompt,
  record,
  rolledBack,
  started,
  summarised,
  turn,
  user,
} from '../support/rollout-lines.js';

/** What is sent next, by the rules of a release. */
function next(lines: readonly Line[], rules: RulesId = '0.145'): string[] {
  const words = nextInWords([meta(), ...lines], { rules });
  return rules === '0.171' ? words.slice(1) : words;
}

const replaced = (...texts: string[]): Line =>
  compacted(texts.map((text) => message('user', text)));
/** A turn that did nothing but compact. */
const compaction = (name: string, ...texts: string[]): Line[] => [
  started(name),
  replaced(...texts),
  completed(name),
];
/** A turn with something between prompt and answer. */
const turnWith = (name: string, middle: Line): Line[] => [
  started(name),
  context(name),
  ...prompt(`u${name}`),
  middle,
  assistant(`a${name}`),
  completed(name),
];
const plain = (name: string): Line[] => turn(name, `u${name}`, `a${name}`);
const environment = user('<environment_context>x</environment_context>');

describe('a rollback', () => {
  it('takes the newest turns off', () => {
    const lines = [...plain('1'), ...plain('2'), ...plain('3')];
    expect(next([...lines, rolledBack(1)])).toEqual(['u1', 'a1', 'u2', 'a2']);
    expect(next([...lines, rolledBack(2)])).toEqual(['u1', 'a1']);
    expect(next([...lines, rolledBack(3)])).toEqual([]);
    expect(next([...lines, rolledBack(99)])).toEqual([]);
  });

  it('of no turns changes nothing', () => {
    expect(next([...plain('1'), rolledBack(0)])).toEqual(['u1', 'a1']);
  });

  it('may be followed by turns and other rollbacks', () => {
    expect(
      next([...plain('1'), ...plain('2'), rolledBack(1), ...plain('3'), rolledBack(2)]),
    ).toEqual([]);
    expect(
      next([
        ...plain('1'),
        ...plain('2'),
        ...plain('3'),
        rolledBack(1),
        ...plain('4'),
        rolledBack(2),
        ...plain('5'),
      ]),
    ).toEqual(['u1', 'a1', 'u5', 'a5']);
  });

  it('leaves what stands before the first turn', () => {
    expect(
      next([developer('Rules.'), environment, ...plain('1'), ...plain('2'), rolledBack(9)]),
    ).toEqual(['Rules.', '<environment_context>x</environment_context>']);
  });

  it('takes context told for a turn off with it', () => {
    const told = [developer('<model_switch>\nx'), developer('<personality_spec> x'), environment];
    expect(
      next([...plain('1'), started('2'), ...told, ...plain('2').slice(1), rolledBack(1)]),
    ).toEqual(['u1', 'a1']);
  });

  it('takes a message off that is context in part', () => {
    const mixed = developer('Words.', '<collaboration_mode>x</collaboration_mode>');
    expect(next([...plain('1'), mixed, ...plain('2'), rolledBack(1)])).toEqual(['u1', 'a1']);
  });

  it('stops at other words to the model', () => {
    const told = [environment, developer('Words.'), environment];
    expect(next([...plain('1'), ...told, ...plain('2'), rolledBack(1)])).toEqual([
      'u1',
      'a1',
      '<environment_context>x</environment_context>',
      'Words.',
    ]);
  });

  it("goes back to the newest of a turn's prompts", () => {
    const steered = [
      started('2'),
      context('2'),
      ...prompt('u2'),
      assistant('a'),
      ...prompt('s2'),
      assistant('a2'),
      completed('2'),
    ];
    expect(next([...plain('1'), ...steered, rolledBack(1)])).toEqual(['u1', 'a1', 'u2', 'a']);
  });

  it('counts no turn without a prompt', () => {
    const shell = [
      started('2'),
      user('<user_shell_command>x</user_shell_command>'),
      completed('2'),
    ];
    expect(next([...plain('1'), ...shell, rolledBack(1)])).toEqual([]);
  });

  it('works without any events of turns', () => {
    expect(next([user('u1'), assistant('a1'), user('u2'), assistant('a2'), rolledBack(1)])).toEqual(
      ['u1', 'a1'],
    );
  });

  it.each([-1, 1.5, '1', null])('of %j turns is none', (turns) => {
    expect(next([...plain('1'), event('thread_rolled_back', { num_turns: turns })])).toEqual([
      'u1',
      'a1',
    ]);
  });
});

describe('a compaction', () => {
  it('is what the history starts from', () => {
    expect(next([...plain('1'), ...compaction('2', 'r1', 'r2'), ...plain('3')])).toEqual([
      'r1',
      'r2',
      'u3',
      'a3',
    ]);
    expect(next([...plain('1'), ...compaction('2', 'r1')])).toEqual(['r1']);
  });

  it('may leave nothing', () => {
    expect(next([...plain('1'), ...compaction('2'), ...plain('3')])).toEqual(['u3', 'a3']);
  });

  it('gives way to a newer one', () => {
    const lines = [
      ...plain('1'),
      ...compaction('2', 'first'),
      ...plain('3'),
      ...compaction('4', 'second'),
    ];
    expect(next([...lines, assistant('b')])).toEqual(['second', 'b']);
    expect(next([...plain('1'), ...turnWith('2', replaced('first')), replaced('second')])).toEqual([
      'second',
    ]);
  });

  it("is passed over when one of its items can't be read", () => {
    const broken = compacted([message('user', 'r1'), { type: 'message', role: 'user' }]);
    expect(next([...plain('1'), broken, ...plain('2')])).toEqual(['u1', 'a1', 'u2', 'a2']);
    expect(next([...compaction('1', 'old'), ...plain('2'), broken])).toEqual(['old', 'u2', 'a2']);
    const notAList = record('compacted', { message: '', replacement_history: {} });
    expect(next([...plain('1'), notAList])).toEqual(['u1', 'a1']);
    const noMessage = record('compacted', { replacement_history: [] });
    expect(next([...plain('1'), noMessage])).toEqual(['u1', 'a1']);
  });

  it('keeps its items as they are, even those that are never recorded', () => {
    const items = [
      message('system', 'sys'),
      { type: 'other' },
      { type: 'compaction_trigger' },
      { type: 'not_known_to_us', x: 1 },
      { type: 'ghost_snapshot', ghost_commit: {} },
      message('user', 'r1'),
    ];
    expect(next([...plain('1'), compacted(items)])).toEqual([
      'sys',
      'other',
      'compaction_trigger',
      'other',
      'r1',
    ]);
    expect(next([item(message('system', 'sys')), item({ type: 'other' }), user('u1')])).toEqual([
      'u1',
    ]);
  });

  it('is not touched by a rollback before it', () => {
    const lines = [
      ...plain('1'),
      ...plain('2'),
      rolledBack(1),
      ...compaction('3', 'r1'),
      ...plain('4'),
    ];
    expect(next(lines)).toEqual(['r1', 'u4', 'a4']);
  });

  it('survives a rollback of a turn after it', () => {
    const lines = [
      ...plain('1'),
      ...plain('2'),
      ...compaction('3', 'u1', 'u2', 'S'),
      ...plain('4'),
      rolledBack(1),
    ];
    expect(next(lines)).toEqual(['u1', 'u2', 'S']);
    expect(next(lines, '0.171')).toEqual(['u1', 'u2', 'S']);
  });

  it('is shortened by a rollback that goes beyond the turns after it', () => {
    const lines = [
      ...plain('1'),
      ...turnWith('2', replaced('r1', 'r2')),
      ...plain('3'),
      rolledBack(1),
    ];
    expect(next(lines)).toEqual(['r1', 'r2', 'a2']);
  });
});

describe('a rollback over a compaction', () => {
  const cases: readonly (readonly [string, Line[], string[], string[]])[] = [
    [
      'of a turn of its own',
      [...plain('1'), ...plain('2'), ...compaction('3', 'r1'), rolledBack(1)],
      [],
      ['u1', 'a1'],
    ],
    [
      'of a turn of its own and a turn after it',
      [
        ...plain('1'),
        ...compaction('3', 'r1'),
        developer('<model_switch>x'),
        environment,
        ...plain('4'),
        rolledBack(2),
      ],
      ['<model_switch>x', '<environment_context>x</environment_context>'],
      [],
    ],
    [
      'in the middle of a turn',
      [...plain('1'), ...turnWith('2', replaced('r1')), rolledBack(1)],
      ['a2'],
      ['u1', 'a1'],
    ],
    [
      'at the start of a turn',
      [...plain('1'), started('2'), replaced('r1'), ...plain('2').slice(1), rolledBack(1)],
      [],
      ['u1', 'a1'],
    ],
    // Measured on both releases: the newest of two compactions is lost, the older one counts.
    [
      'in a turn, with an older one before it',
      [
        ...plain('1'),
        ...compaction('2', 'rA1', 'rA2'),
        ...plain('3'),
        ...turnWith('4', replaced('rB1', 'rB2')),
        rolledBack(1),
      ],
      ['rB1'],
      ['rA1', 'rA2', 'u3', 'a3'],
    ],
    [
      'of its own, with an older one before it',
      [
        ...plain('1'),
        ...compaction('2', 'rA1', 'rA2'),
        ...plain('3'),
        ...compaction('4', 'rB1', 'rB2'),
        ...plain('5'),
        rolledBack(2),
      ],
      ['rB1'],
      ['rA1', 'rA2'],
    ],
    [
      'of its own that is not reached',
      [
        ...plain('1'),
        ...compaction('2', 'rA1', 'rA2'),
        ...plain('3'),
        ...compaction('4', 'rB1', 'rB2'),
        ...plain('5'),
        rolledBack(1),
      ],
      ['rB1', 'rB2'],
      ['rB1', 'rB2'],
    ],
    [
      'of two compactions and everything else',
      [
        ...plain('1'),
        ...compaction('2', 'rA1', 'rA2'),
        ...plain('3'),
        ...compaction('4', 'rB1', 'rB2'),
        ...plain('5'),
        rolledBack(9),
      ],
      [],
      [],
    ],
    [
      'of two turns with compactions',
      [
        ...plain('1'),
        ...turnWith('2', replaced('rA1', 'rA2')),
        ...turnWith('3', replaced('rB1', 'rB2')),
        rolledBack(2),
      ],
      [],
      ['u1', 'a1'],
    ],
  ];

  it.each(cases)(
    '%s loses the history that the compaction replaced, up to release 0.163',
    (_, lines, old) => {
      expect(next(lines)).toEqual(old);
      expect(next(lines, '0.163').slice(1)).toEqual(old);
    },
  );

  it.each(cases)(
    '%s leaves what is older alone from release 0.171 on',
    (_, lines, ...[, fixed]) => {
      expect(next(lines, '0.171')).toEqual(fixed);
    },
  );
});

describe('a turn as a rollback sees it', () => {
  const two = (...middle: Line[]): Line[] => [
    ...compaction('0', 'r'),
    ...plain('1'),
    ...middle,
    rolledBack(1),
  ];

  it('holds what follows its end up to the next turn', () => {
    // The compaction between the turns goes with turn 1, which is dropped.
    const lines = [...plain('0'), ...plain('1'), replaced('r1'), rolledBack(1)];
    expect(next(lines)).toEqual([]);
    expect(next(lines, '0.171')).toEqual(['u0', 'a0']);
  });

  it('goes on into an older one when their ids differ', () => {
    // Turn 2 ends, but what starts is another: all before it counts as one with it, the compaction as well.
    const torn = [started('x'), context('2'), ...prompt('u2'), completed('2')];
    const lines = [...plain('0'), ...compaction('1', 'r1'), ...torn, rolledBack(1)];
    expect(next(lines)).toEqual([]);
    expect(next(lines, '0.171')).toEqual(['u0', 'a0']);
  });

  it('may be interrupted without telling its id', () => {
    const lines = two(
      started('2'),
      context('2'),
      ...prompt('u2'),
      event('turn_aborted', { turn_id: null, reason: 'x' }),
    );
    expect(next(lines)).toEqual(['r', 'u1', 'a1']);
  });

  it('counts letters of other agents as prompts', () => {
    const letter = record('inter_agent_communication', {
      author: '/root',
      recipient: '/root/a',
      content: 'Grind.',
      trigger_turn: true,
    });
    expect(next(two(started('2'), letter, assistant('a2'), completed('2')))).toEqual([
      'r',
      'u1',
      'a1',
    ]);
  });
});

describe('a compaction of 2025', () => {
  it("leaves the user's messages and its summary", () => {
    const lines = [environment, developer('Rules.'), ...plain('1'), summarised('S'), ...plain('2')];
    expect(next(lines)).toEqual(['u1', 'S', 'u2', 'a2']);
  });

  it('takes the summary of an earlier one for a message', () => {
    expect(
      next([...plain('1'), summarised('S'), ...plain('2'), summarised(''), assistant('b')]),
    ).toEqual(['u1', 'S', 'u2', '(nothing to tell)', 'b']);
  });

  it('drops a summary that says it is one', () => {
    const lines = [
      ...plain('1'),
      summarised('Summary follows:\nS'),
      ...plain('2'),
      summarised('T'),
    ];
    expect(next(lines)).toEqual(['u1', 'u2', 'T']);
  });

  it('may follow and precede compactions of today', () => {
    expect(
      next([...plain('1'), summarised('S'), ...compaction('2', 'r1'), assistant('b')]),
    ).toEqual(['r1', 'b']);
    expect(next([...plain('1'), ...compaction('2', 'r1'), ...plain('3'), summarised('S')])).toEqual(
      ['r1', 'u3', 'S'],
    );
  });

  it('counts its summary as a turn for a rollback', () => {
    expect(next([...plain('1'), summarised('S'), ...plain('2'), rolledBack(1)])).toEqual([
      'u1',
      'S',
    ]);
    expect(next([...plain('1'), summarised('S'), ...plain('2'), rolledBack(2)])).toEqual(['u1']);
    expect(next([...plain('1'), summarised('S'), ...plain('2'), rolledBack(3)])).toEqual([]);
  });
});
