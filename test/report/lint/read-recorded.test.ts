import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../support/lint-lines.js';
import {
  call,
  compacted,
  completed,
  context,
  item,
  meta,
  numbered,
  output,
  prompt,
  record,
  started,
} from '../../support/rollout-lines.js';

describe('readRecorded', () => {
  it('tells turns, what was said, ends of turns and compactions with their lines', () => {
    const recorded = recordedOf([
      meta(),
      started('t1'),
      context('t1', { model: 'stone' }),
      ...prompt('Grind.'),
      completed('t1'),
      compacted([]),
    ]);
    expect(recorded).toMatchObject({
      turns: [{ line: 3, context: { turn_id: 't1', model: 'stone' } }],
      said: [{ line: 5, text: 'Grind.' }],
      completions: [6],
      compactions: [7],
      orphans: [],
      brokenImages: [],
    });
  });

  it('finds outputs of no call, wherever the call would be', () => {
    const { orphans } = recordedOf([
      meta(),
      item(output('before', 'x')),
      item(call('before')),
      item(call('known')),
      item(output('known', 'x')),
      compacted([call('kept')]),
      item(output('kept', 'x')),
      item(output('never', 'x')),
      item({ type: 'local_shell_call', id: 'by-id', status: 'completed', action: {} }),
      item(output('by-id', 'x')),
    ]);
    expect(orphans.map(({ line, callId }) => [line, callId])).toEqual([
      [2, 'before'],
      [8, 'never'],
    ]);
  });

  it('tells the ordinal of each record that can be read', () => {
    const { ordinals } = recordedOf([
      numbered(7, meta()),
      '{"torn',
      started('t1'),
      `${JSON.stringify(started('t2')).slice(0, -1)}{"torn"`,
      JSON.stringify({ ...record('event_msg', { type: 'x' }), ordinal: 8 }),
    ]);
    expect(ordinals).toEqual([
      { line: 1, ordinal: 7 },
      { line: 3, ordinal: undefined },
      { line: 5, ordinal: 8 },
    ]);
  });

  it('looks at images in messages and in outputs', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,' };
    const { brokenImages } = recordedOf([
      meta(),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '' }, image] }),
      item(call('c1')),
      item({ type: 'function_call_output', call_id: 'c1', output: [image] }),
    ]);
    expect(brokenImages).toEqual([
      { line: 2, path: '/content/1', fault: 'the image is empty', bytes: 22 },
      { line: 4, path: '/output/0', fault: 'the image is empty', bytes: 22 },
    ]);
  });
});
