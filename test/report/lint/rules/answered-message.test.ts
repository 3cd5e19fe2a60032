import { describe, expect, it } from 'vitest';
import { answeredMessage } from '../../../../src/report/lint/rules/answered-message.js';
import { lintLines } from '../../../support/lint-lines.js';
import {
  assistant,
  compacted,
  completed,
  context,
  type Line,
  message,
  meta,
  prompt,
  started,
  tokens,
  turn,
  user,
} from '../../../support/rollout-lines.js';

const long = 'Grind the rye of the northern field, and weigh it.';
const sum = message('user', 'Sum: all is ground.');

function found(...lines: readonly Line[]): unknown[] {
  return lintLines([meta(), ...lines], { lintRules: [answeredMessage] }).map(
    ({ line, message: text, path }) => [line, path, text],
  );
}

describe('answered-message', () => {
  it('finds a request behind a compaction that has nothing new to answer', () => {
    const lines = [
      ...turn('t1', 'Grind.', 'Ground.'),
      compacted([message('user', 'Grind.'), sum]),
      started('t2'),
      context('t2'),
      assistant('I grind again.'),
      tokens(),
      completed('t2'),
    ];
    expect(found(...lines)).toEqual([
      [9, '/input/0', 'the newest message of this request had its answer before the compaction'],
    ]);
  });

  it('does not take context that is told anew for something to answer', () => {
    const lines = [
      ...turn('t1', 'Grind.', 'Ground.'),
      compacted([message('user', 'Grind.'), sum]),
      started('t2'),
      context('t2'),
      user('<environment_context><cwd>/mill</cwd></environment_context>'),
      assistant('I grind again.'),
      completed('t2'),
    ];
    expect(found(...lines)).toHaveLength(1);
    const asked = [...lines.slice(0, -2), user('Sift.'), ...lines.slice(-2)];
    expect(found(...asked)).toEqual([]);
  });

  it('says nothing of a compaction in the middle of a turn', () => {
    const lines = [
      started('t1'),
      context('t1'),
      ...prompt(long),
      assistant('I begin.'),
      compacted([message('user', long), sum]),
      assistant('I go on.'),
      completed('t1'),
    ];
    expect(found(...lines)).toEqual([]);
  });

  it('says nothing of a text that was said over and over before', () => {
    const lines = [
      ...turn('t1', long, 'Ground.'),
      ...turn('t2', long, 'Ground.'),
      compacted([sum]),
      ...turn('t3', long, 'Ground.'),
    ];
    expect(found(...lines)).toEqual([]);
  });

  it('says nothing of a short text', () => {
    const lines = [
      ...turn('t1', 'Go on.', 'Yes.'),
      compacted([sum]),
      ...turn('t2', 'Go on.', 'Yes.'),
    ];
    expect(found(...lines)).toEqual([]);
  });

  it('says nothing of a message that had no answer', () => {
    const lines = [
      started('t1'),
      context('t1'),
      ...prompt(long),
      assistant('I begin.'),
      compacted([sum]),
      ...turn('t2', long, 'Ground.'),
    ];
    expect(found(...lines)).toEqual([]);
  });
});
