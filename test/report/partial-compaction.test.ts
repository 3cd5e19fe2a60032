import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../src/report/json-text.js';
import { comparablePart } from '../../src/report/partial-compaction.js';

const metadata = 'internal_chat_message_metadata_passthrough';
const tools = { type: 'additional_tools', role: 'developer', tools: [] };
const base = {
  type: 'message',
  role: 'developer',
  content: [{ type: 'input_text', text: 'Be brief.' }],
};
const trigger = { type: 'compaction_trigger' };

function partOf(body: unknown): unknown {
  const fields = comparablePart(fieldsOf(JSON.stringify(body)));
  return Object.fromEntries(fields.map(({ key, value }) => [key, JSON.parse(value)]));
}

describe('what can be compared of a compaction that is traced in part', () => {
  const expected = {
    model: 'm',
    instructions: 'Be brief.',
    input: [{ type: 'message', [metadata]: { turn_id: 't' } }, { type: 'reasoning' }, trigger],
  };
  const items = [{ type: 'message', [metadata]: { turn_id: 't' } }, { type: 'reasoning' }, trigger];
  const named = [
    { type: 'message', id: 'msg_1', [metadata]: { turn_id: 't', content_item_kinds: ['x'] } },
    { type: 'reasoning', id: 'rs_1', [metadata]: { content_item_metadata: [] } },
    trigger,
  ];

  it.each([
    ['a trace', { model: 'm', instructions: 'Be brief.', input: named, parallel_tool_calls: true }],
    [
      'a body with the base as a field',
      { model: 'm', instructions: 'Be brief.', input: items, tools: [] },
    ],
    ['a body with the base in front', { model: 'm', stream: true, input: [base, ...items] }],
    [
      'a body with tools in front too',
      { model: 'm', stream: true, input: [tools, base, ...named] },
    ],
    [
      'a trace of items that hold the base',
      { model: 'm', instructions: '', input: [tools, base, ...named] },
    ],
  ])('is the same of %s', (_, body) => {
    expect(partOf(body)).toEqual(expected);
  });
});
