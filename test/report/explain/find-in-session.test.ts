import { describe, expect, it } from 'vitest';
import { findInSession } from '../../../src/report/explain/find-in-session.js';
import { Needle } from '../../../src/report/explain/needle.js';
import { openTrace } from '../../support/open-trace.js';
import {
  item,
  type Line,
  meta,
  output,
  rolledBack,
  rolloutOf,
  summarised,
  turn,
  user,
} from '../../support/rollout-lines.js';

function find(lines: readonly Line[], text: string) {
  return findInSession(openTrace(lines), new Needle(text));
}

const three = [
  meta(),
  ...turn('t1', 'Grind it.', 'Ground "fine".'),
  ...turn('t2', 'Again.', 'Ground again.'),
  ...turn('t3', 'Stop.', 'Stopped.'),
];

describe('a search in a session', () => {
  it('tells each part once, with where it comes from and the requests that held it', () => {
    const json = JSON.stringify({ type: 'output_text', text: 'Ground "fine".' });
    const offsetBytes = Buffer.from(rolloutOf(three)).indexOf(json);
    expect(find(three, 'Ground "fine"')).toEqual({
      requests: 3,
      requestsWithIt: 2,
      found: [
        {
          file: 'rollout.jsonl',
          threadId: '01234567-89ab-7cde-8f01-23456789abcd',
          requests: [{ from: 1, to: 2 }],
          path: '/input/1/content/0',
          group: 'assistant_message',
          what: 'answer',
          role: 'assistant',
          source: {
            words: 'line 6',
            origin: { kind: 'recorded', file: 'rollout.jsonl', line: 6, offsetBytes },
          },
          rule: {
            id: 'item.recorded',
            words: 'recorded, and part of the history at this request',
          },
          match: { count: 1, before: '', text: 'Ground "fine"', after: '.' },
        },
      ],
    });
  });

  it('finds nothing in an answer that no later request held', () => {
    expect(find(three, 'Stopped.')).toEqual({ requests: 3, requestsWithIt: 0, found: [] });
  });

  it('finds base instructions, and no settings', () => {
    expect(find(three, 'slowly').found.map(({ path }) => path)).toEqual(['/instructions']);
    expect(find(three, 'stone').found).toEqual([]);
  });

  it('tells parts that say the same apart by where they come from', () => {
    const lines = [meta(), user('<skill>a</skill>'), user('<skill>a</skill>'), ...three.slice(1)];
    const places = find(lines, '<skill>').found.map(({ path, source }) => [path, source.words]);
    expect(places).toEqual([
      ['/input/0/content/0', 'line 2'],
      ['/input/1/content/0', 'line 3'],
    ]);
  });

  it('ends a range where a rollback took the part away', () => {
    const lines = [...three, rolledBack(2), ...turn('t4', 'Go on.', 'Gone.')];
    const [found] = find(lines, 'Again.').found;
    expect(found?.requests).toEqual([{ from: 1, to: 2 }]);
  });

  it('finds what a compaction kept under the place it has there', () => {
    const lines = [...three, summarised('It was milled.'), ...turn('t4', 'Go on.', 'Gone.')];
    const rules = find(lines, 'milled').found.map(({ rule }) => rule.id);
    expect(rules).toEqual(['item.summary']);
  });

  it('searches decoded text, and strings of JSON in a text decoded once more', () => {
    const inner = JSON.stringify({ cmd: 'say "hi"\né' });
    const call = { type: 'function_call', name: 'run', arguments: inner, call_id: 'c' };
    const lines = [meta(), ...turn('t1', 'Go.', 'So.')].toSpliced(
      5,
      0,
      item(call),
      item(output('c', 'a\tb')),
    );
    expect(find(lines, 'say "hi"\né').found.map(({ what }) => what)).toEqual(['tool call']);
    expect(find(lines, 'a\tb').found.map(({ what }) => what)).toEqual(['tool output']);
  });
});
