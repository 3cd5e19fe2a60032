/** What the mocked model says: output items, and the event stream that carries them. */

import type { JsonRecord } from '../../contract/json-record.js';
import type { Reply } from './mock-service.js';

export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** An assistant message. */
export function sayText(text: string): JsonRecord {
  return {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    content: [{ type: 'output_text', text }],
  };
}

/** A call of a function tool. */
export function callTool(name: string, callId: string, args: JsonRecord): JsonRecord {
  return {
    type: 'function_call',
    id: `fc_${callId}`,
    name,
    arguments: JSON.stringify(args),
    call_id: callId,
  };
}

/** The item that ends a compaction made by the server. */
export function sealedSummary(): JsonRecord {
  return { type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed' };
}

/** A whole response. */
export function respond(items: readonly JsonRecord[], usage: Usage = {}): Reply {
  const { inputTokens = 100, outputTokens = 10 } = usage;
  return {
    events: [
      { type: 'response.created', response: { id: 'resp_1' } },
      ...items.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      {
        type: 'response.completed',
        response: {
          id: 'resp_1',
          usage: {
            input_tokens: inputTokens,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: outputTokens,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: inputTokens + outputTokens,
          },
        },
      },
    ],
  };
}

/** Says a word to everything. */
export function sayOk(): Reply {
  return respond([sayText('Done.')]);
}
