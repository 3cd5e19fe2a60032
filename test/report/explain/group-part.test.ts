import { describe, expect, it } from 'vitest';
import type { TracePart } from '../../../src/contract/trace.js';
import { groupOf, groupWords } from '../../../src/report/explain/group-part.js';
import { explainRule } from '../../../src/report/explain/rule-words.js';

function part(sketch: Partial<TracePart>): TracePart {
  return {
    kind: 'item',
    path: '/input/0',
    parent: -1,
    startBytes: 0,
    endBytes: 1,
    type: 'message',
    origin: { kind: 'protocol' },
    rule: 'item.recorded',
    ...sketch,
  };
}

describe('the group of a part', () => {
  it('is told by its rule, then its section, then its fragment, then what it is', () => {
    const message = part({ role: 'user' });
    const content = part({ kind: 'content', type: 'input_text', role: 'user' });
    const cases: readonly (readonly [TracePart, TracePart?])[] = [
      [part({ kind: 'field', path: '/instructions' })],
      [part({ kind: 'field', path: '/store' })],
      [part({ rule: 'item.summary', role: 'user' })],
      [part({ ...content, section: 'agents_md', fragment: 'agents_md' }), message],
      [part({ ...content, fragment: 'turn_aborted' }), message],
      [part({ ...content, type: 'input_image' }), message],
      [content, message],
      [part({ ...content, type: 'input_text' }), part({ type: 'function_call_output' })],
      [part({ type: 'local_shell_call' })],
      [part({ type: 'of_tomorrow' })],
    ];
    expect(cases.map(([one, item]) => groupOf(one, item))).toEqual([
      'base_instructions',
      'settings',
      'summary',
      'agents_md',
      'turn_aborted',
      'media',
      'user_message',
      'tool_output',
      'tool_call',
      'of_tomorrow',
    ]);
  });

  it('has words, if only its own', () => {
    expect(['assistant_message', 'of_tomorrow'].map(groupWords)).toEqual(['answer', 'of tomorrow']);
  });
});

it('a rule without words is told by its id', () => {
  expect(explainRule('item.of_tomorrow')).toEqual({
    id: 'item.of_tomorrow',
    words: 'item.of_tomorrow',
  });
});
