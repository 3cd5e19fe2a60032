import { describe, expect, it } from 'vitest';
import { otel } from '../../../src/export/eval/otel.js';
import {
  called,
  faultsOf,
  madeSession,
  output,
  runExport,
  said,
  thought,
  threadId,
} from '../../support/export-run.js';

describe('otel (formats §2.8)', () => {
  it('writes the attributes of a span: instructions as parts, calls, responses and the answer', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==' };
    const input = [
      { type: 'message', role: 'user', content: [image] },
      called('c1', '{"bin":1}'),
      output('c1', 'three'),
    ];
    const usage = {
      inputTokens: 9,
      cachedInputTokens: 4,
      outputTokens: 2,
      reasoningOutputTokens: 1,
      totalTokens: 11,
    };
    const answer = [thought('Count.'), said('assistant', 'Three.')];
    const tools = [{ type: 'function', name: 'grind', parameters: { type: 'object' } }];
    const sink = runExport(otel, [madeSession([{ input, answer, usage, body: { tools } }])], {
      provider: 'mill',
    });
    expect(sink.values('spans.jsonl')).toStrictEqual([
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'mill',
        'gen_ai.request.model': 'stone',
        'gen_ai.conversation.id': threadId,
        'promptmill.request.id': `${threadId}#0`,
        'promptmill.request.kind': 'turn',
        'gen_ai.usage.input_tokens': 9,
        'gen_ai.usage.output_tokens': 2,
        'gen_ai.usage.cache_read.input_tokens': 4,
        'gen_ai.system_instructions': [{ type: 'text', content: 'Mill.' }],
        'gen_ai.input.messages': [
          {
            role: 'user',
            parts: [{ type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AA==' }],
          },
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'c1', name: 'grind', arguments: { bin: 1 } }],
          },
          {
            role: 'tool',
            parts: [{ type: 'tool_call_response', id: 'c1', response: 'three' }],
            name: 'grind',
          },
        ],
        'gen_ai.output.messages': [
          {
            role: 'assistant',
            parts: [
              { type: 'reasoning', content: 'Count.' },
              { type: 'text', content: 'Three.' },
            ],
            finish_reason: 'stop',
          },
        ],
        'gen_ai.tool.definitions': [
          { type: 'function', name: 'grind', parameters: { type: 'object' } },
        ],
      },
    ]);
  });

  it('checks parts by their type', () => {
    const span = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'mill',
      'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text' }] }],
      'gen_ai.output.messages': [{ role: 'assistant', parts: [] }],
    };
    expect(faultsOf(otel, `${JSON.stringify(span)}\n`).map(({ path }) => path)).toStrictEqual([
      '/gen_ai.input.messages/0/parts/0',
      '/gen_ai.output.messages/0',
    ]);
  });
});
