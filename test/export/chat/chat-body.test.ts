import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueFault } from '../../../src/contract/export.js';
import type { JsonRecord } from '../../../src/contract/json-record.js';
import { chatBody } from '../../../src/export/chat/chat-body.js';
import { type ProfileName, readStyle } from '../../../src/export/chat/chat-style.js';
import { chatBodyShape } from '../../../src/export/check/chat-body.js';
import { arrayIn, recordIn } from '../../../src/export/json-values.js';
import { anyInput } from '../../support/arbitrary-items.js';

const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'original' };
const text = (words: string) => ({ type: 'input_text', text: words });
const says = (role: string, ...content: object[]) => ({ type: 'message', role, content });

const request = {
  model: 'stone',
  instructions: 'Mill.',
  input: [
    says('developer', text('Be quick. '), text('Be quiet.')),
    says('user', text('Look.'), image),
    { type: 'custom_tool_call', call_id: 'c', name: 'sieve', namespace: 'mill', input: 'fine' },
    { type: 'custom_tool_call_output', call_id: 'c', output: [image, text('sieved')] },
    says('developer', text('Stop soon.')),
  ],
  tools: [
    {
      type: 'namespace',
      name: 'mill',
      tools: [
        {
          type: 'custom',
          name: 'sieve',
          format: { type: 'grammar', syntax: 'lark', definition: 'x' },
        },
      ],
    },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: false,
  reasoning: { effort: 'low', summary: 'auto' },
  text: { verbosity: 'low', format: { type: 'json_schema', name: 'flour', schema: {} } },
  max_output_tokens: 64,
  store: false,
  stream: true,
  prompt_cache_key: 'key',
};

const shown = { type: 'image_url', image_url: { url: image.image_url, detail: 'high' } };

describe('a body of the Chat API', () => {
  it('has one system message at most, in front, whatever the input: one-system', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { body } = chatBody({ ...request, input }, readStyle({}, 'one-system'));
        expect(rolesOf(body).lastIndexOf('system')).toBe(0);
      }),
    );
  });

  it('in the manner of OpenAI', () => {
    const { body, parts, losses } = chatBody(request, readStyle({}, 'openai'));
    expect(body).toEqual({
      model: 'stone',
      messages: [
        { role: 'system', content: 'Mill.' },
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'Be quick. ' },
            { type: 'text', text: 'Be quiet.' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Look.' }, shown] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'mill__sieve', input: 'fine' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'text', text: '[image]' },
            { type: 'text', text: 'sieved' },
          ],
        },
        { role: 'user', content: [shown] },
        { role: 'developer', content: 'Stop soon.' },
      ],
      tools: [
        {
          type: 'custom',
          custom: {
            name: 'mill__sieve',
            format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } },
          },
        },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning_effort: 'low',
      verbosity: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'flour', schema: {} } },
      max_completion_tokens: 64,
      prompt_cache_key: 'key',
    });
    expect(parts).toEqual([
      ['/instructions'],
      ['/input/0'],
      ['/input/1'],
      ['/input/2'],
      ['/input/3'],
      ['/input/3'],
      ['/input/4'],
    ]);
    expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'changed.tool_name /input/2',
      'changed.tool_name /tools/0/tools/0',
      'moved.image /input/3',
      'changed.image_detail /input/1',
      'changed.image_detail /input/3',
      'left_out.field /reasoning/summary',
      'left_out.field /store',
      'left_out.field /stream',
    ]);
  });

  it('in the manner of vLLM: functions only, one text a message, no developer', () => {
    const { body } = chatBody(request, readStyle({}, 'vllm'));
    expect(rolesOf(body)).toEqual([
      'system',
      'system',
      'user',
      'assistant',
      'tool',
      'user',
      'system',
    ]);
    expect(body).toMatchObject({
      messages: [
        {},
        { content: 'Be quick. Be quiet.' },
        {},
        {
          tool_calls: [
            { type: 'function', function: { name: 'mill__sieve', arguments: '{"input":"fine"}' } },
          ],
        },
        { content: '[image]sieved' },
        {},
        {},
      ],
      tools: [{ type: 'function', function: { name: 'mill__sieve' } }],
      max_tokens: 64,
    });
    expect(body).not.toHaveProperty('prompt_cache_key');
  });

  it('with one system message, which leads: what developers say later is told by the user', () => {
    const { body, parts } = chatBody(request, readStyle({}, 'one-system'));
    expect(rolesOf(body)).toEqual(['system', 'user', 'assistant', 'tool', 'user', 'user']);
    expect(arrayIn(body['messages'])[0]).toEqual({
      role: 'system',
      content: 'Mill.\n\nBe quick. Be quiet.',
    });
    expect(parts[0]).toEqual(['/instructions', '/input/0']);
  });

  it('leaves out what is said about tools where there are none', () => {
    const { body } = chatBody({ ...request, tools: [] }, readStyle({}, 'openai'));
    expect(Object.keys(body)).not.toContain('tool_choice');
    expect(Object.keys(body)).not.toContain('tools');
  });

  it('tells reasoning in the member asked for', () => {
    const summary = [{ type: 'summary_text', text: 'so' }];
    const input = [{ type: 'reasoning', summary }, says('assistant', text('Now.'))];
    const { body } = chatBody({ input }, readStyle({ reasoning: 'reasoning_content' }, 'openai'));
    expect(body['messages']).toEqual([
      { role: 'assistant', content: 'Now.', reasoning_content: 'so' },
    ]);
  });

  it.each(['openai', 'vllm', 'one-system'] as const)(
    'is what its check takes, whatever the input: %s',
    (profile: ProfileName) => {
      fc.assert(
        fc.property(anyInput, (input) => {
          const { body, parts } = chatBody({ ...request, input }, readStyle({}, profile));
          const faults: ValueFault[] = [];
          chatBodyShape(body, '', (fault) => faults.push(fault));
          expect(faults).toEqual([]);
          expect(parts).toHaveLength(arrayIn(body['messages']).length);
          expect(rolesOf(body).filter((role) => !isTaken(role, profile))).toEqual([]);
        }),
      );
    },
  );
});

/** Whether a profile knows a role. */
function isTaken(role: unknown, profile: ProfileName): boolean {
  return role !== 'developer' || profile === 'openai';
}

function rolesOf(body: JsonRecord): readonly unknown[] {
  return arrayIn(body['messages']).map((message) => recordIn(message)?.['role']);
}
