/** What messages say and call, as trajectory steps have it (formats §2.5). */

import type { ChatCall, ChatMessage } from '../../contract/chat.js';
import type { TokenUsage } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { atifImageTypes } from '../check/atif.js';
import { argumentsIn, onlyText } from '../chat/read-exchange.js';
import type { LossList } from '../loss-list.js';

const typeOfDataUrl = /^data:([^;,]*)[;,]/;

/** @returns a text, or parts where there is an image among them */
export function atifContent({ parts, from }: ChatMessage, losses: LossList): unknown {
  return (
    onlyText(parts) ??
    parts.flatMap((part): JsonRecord[] => {
      if (part.type === 'text') return [{ type: 'text', text: part.text }];
      const mediaType = typeOfDataUrl.exec(part.url)?.[1];
      const known = atifImageTypes.find((type) => type === mediaType);
      if (known !== undefined) {
        return [{ type: 'image', source: { media_type: known, path: part.url } }];
      }
      // Its type has to be told, and a link does not tell it.
      losses.add(`left_out.${part.type}`, from[0] ?? '', part.url);
      return [];
    })
  );
}

export function atifCall({ id, name, input }: ChatCall): JsonRecord {
  return { tool_call_id: id, function_name: name, arguments: argumentsIn(input) };
}

export function atifMetrics(usage: TokenUsage): JsonRecord {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    cached_tokens: usage.cachedInputTokens,
    extra: { reasoning_tokens: usage.reasoningOutputTokens },
  };
}
