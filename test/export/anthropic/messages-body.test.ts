import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueFault } from '../../../src/contract/export.js';
import { anthropicBatch } from '../../../src/export/anthropic/batch.js';
import { messagesBody } from '../../../src/export/anthropic/messages-body.js';
import { anyInput } from '../../support/arbitrary-items.js';
import { asSent, KeptExport, madeInference } from '../../support/made-inference.js';

const says = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});
const call = { type: 'function_call', call_id: 'c', name: 'grind', arguments: '{"of":"rye"}' };
const png = 'data:image/png;base64,AA==';
const image = { type: 'input_image', image_url: png };

describe('a body of the Messages API', () => {
  it('has turns that alternate, results in front of what the user says', () => {
    const request = {
      model: 'stone',
      instructions: 'Mill.',
      input: [
        says('developer', 'Be quick.'),
        says('user', 'Go.'),
        says('user', 'On.'),
        says('assistant', 'Now.'),
        call,
        { ...call, arguments: 'rye' },
        { type: 'function_call_output', call_id: 'c', output: [image] },
        { type: 'function_call_output', call_id: 'c', output: '' },
        says('developer', 'Stop.'),
      ],
      tools: [{ type: 'function', name: 'grind', description: 'Grinds.' }],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      stream: true,
    };
    expect(messagesBody(request, 100).body).toEqual({
      model: 'stone',
      max_tokens: 100,
      system: 'Mill.\n\nBe quick.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Go.' },
            { type: 'text', text: 'On.' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Now.' },
            { type: 'tool_use', id: 'c', name: 'grind', input: { of: 'rye' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              content: [
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
                },
              ],
            },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c_2', name: 'grind', input: { arguments: 'rye' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c_2' },
            { type: 'text', text: 'Stop.' },
          ],
        },
      ],
      tools: [{ name: 'grind', description: 'Grinds.', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
  });
});

describe('a batch of them', () => {
  it('is one JSON value a part, which its check takes, whatever the input', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { minLength: 1, maxLength: 4 }), (inputs) => {
        const kept = new KeptExport();
        const format = { 'part-requests': '2' };
        const exporter = anthropicBatch.create({ ...asSent, format }, kept);
        for (const [at, input] of inputs.entries()) {
          // The API wants the user to begin.
          const whole = [says('user', 'Go.'), ...input];
          exporter.add(madeInference({ model: 'stone', input: whole }, { at }));
        }
        exporter.finish?.();
        const faults: ValueFault[] = [];
        for (const text of Object.values(kept.files)) {
          anthropicBatch.check?.start()(JSON.parse(text), (fault) => faults.push(fault));
        }
        expect(faults).toEqual([]);
        expect(Object.keys(kept.files)).toHaveLength(Math.ceil(inputs.length / 2));
        expect(kept.places.map(({ record }) => record)).toEqual(
          inputs.map((_input, at) => `/requests/${String(at % 2)}`),
        );
      }),
    );
  });
});
