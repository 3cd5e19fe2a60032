// Made-up inputs of requests for property tests: every item type, calls with and without outputs, in any order.

import fc from 'fast-check';
import type { JsonRecord } from '../../src/contract/json-record.js';

const text = fc.string({ maxLength: 12 });
const callId = fc.constantFrom('c1', 'c2', 'c3', 'c4');

const content = fc.array(
  fc.oneof(
    text.map((value) => ({ type: 'input_text', text: value })),
    fc.constant({
      type: 'input_image',
      image_url: 'data:image/png;base64,AA==',
      detail: 'original',
    }),
    fc.constant({ type: 'input_audio', audio_url: 'data:audio/wav;base64,AA==' }),
    fc.constant({ type: 'encrypted_content', encrypted_content: 'sealed' }),
  ),
  { maxLength: 3 },
);

const output = fc.oneof(text, content);

const speech = text.map((value) => [{ type: 'output_text', text: value }]);

const shellAction = { type: 'exec', command: ['ls'], timeout_ms: null, env: null };

const tools = [
  { type: 'function', name: 'grind', description: 'Grinds.', parameters: { type: 'object' } },
  { type: 'namespace', name: 'mill', tools: [{ type: 'custom', name: 'sieve' }] },
];

/** An item of any type, related to no other. */
const anyItem: fc.Arbitrary<JsonRecord> = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role: fc.constantFrom('user', 'developer', 'system'),
    content,
  }),
  fc.record({ type: fc.constant('message'), role: fc.constant('assistant'), content: speech }),
  fc.record({
    type: fc.constant('agent_message'),
    author: fc.constant('/root'),
    recipient: fc.constant('/root/worker'),
    content,
  }),
  fc.record({
    type: fc.constant('reasoning'),
    summary: fc.array(
      text.map((value) => ({ type: 'summary_text', text: value })),
      {
        maxLength: 1,
      },
    ),
    content: fc.constantFrom(null, [{ type: 'reasoning_text', text: 'so' }]),
    encrypted_content: fc.constantFrom('sealed', null),
  }),
  fc.record({ type: fc.constant('function_call_output'), call_id: callId, output }),
  fc.record({ type: fc.constant('custom_tool_call_output'), call_id: callId, output }),
  fc.constantFrom<JsonRecord>(
    { type: 'function_call_output', name: 'word', namespace: 'agent', output: 'told' },
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'oats' } },
    { type: 'image_generation_call', status: 'completed', result: 'AA==' },
    { type: 'additional_tools', role: 'developer', tools },
    { type: 'tool_search_output', call_id: null, execution: 'server', status: 'completed', tools },
    { type: 'compaction', encrypted_content: 'sealed' },
    { type: 'context_compaction', encrypted_content: 'sealed' },
    { type: 'ghost_snapshot', ghost_commit: {} },
    { type: 'unheard_of' },
  ),
);

const call: fc.Arbitrary<JsonRecord> = fc.oneof(
  fc.record({
    type: fc.constant('function_call'),
    call_id: callId,
    name: fc.constantFrom('grind', 'a name of its own', ''),
    namespace: fc.constantFrom('mill', 'functions', 'mcp__mill__'),
    arguments: fc.constantFrom('{"grain":"rye"}', 'not json'),
  }),
  fc.record({
    type: fc.constant('custom_tool_call'),
    call_id: callId,
    name: fc.constant('sieve'),
    input: text,
  }),
  fc.record({
    type: fc.constant('local_shell_call'),
    call_id: callId,
    status: fc.constant('completed'),
    action: fc.constant(shellAction),
  }),
  fc.record({
    type: fc.constant('tool_search_call'),
    call_id: callId,
    execution: fc.constant('client'),
    arguments: fc.constant({ query: 'sieve' }),
  }),
);

/** Items in any order, whether they make sense or not. */
export const anyInput: fc.Arbitrary<readonly JsonRecord[]> = fc.array(fc.oneof(anyItem, call), {
  maxLength: 14,
});

/** One step of a conversation: what comes in, or calls with their outputs behind them, all of them answered. */
const step: fc.Arbitrary<readonly JsonRecord[]> = fc.oneof(
  anyItem.filter(({ type }) => !String(type).endsWith('call_output')).map((item) => [item]),
  fc
    .tuple(fc.array(call, { minLength: 1, maxLength: 3 }), fc.array(output, { minLength: 3 }))
    .map(([calls, outputs]) => answered(calls, outputs)),
);

/** Steps as Codex sends them: every call of a step is answered in it. */
export const steps = fc.array(step, { maxLength: 8 });

function answered(
  calls: readonly JsonRecord[],
  outputs: readonly unknown[],
): readonly JsonRecord[] {
  const named = calls.map((item, index) => ({ ...item, call_id: `c${String(index)}` }));
  return [...named, ...named.map((item, index) => outputOf(item, outputs[index] ?? ''))];
}

function outputOf(item: JsonRecord, told: unknown): JsonRecord {
  const { type, call_id } = item;
  switch (type) {
    case 'custom_tool_call':
      return { type: 'custom_tool_call_output', call_id, output: told };
    case 'tool_search_call':
      return {
        type: 'tool_search_output',
        call_id,
        status: 'completed',
        execution: 'client',
        tools,
      };
    default:
      return { type: 'function_call_output', call_id, output: told };
  }
}
