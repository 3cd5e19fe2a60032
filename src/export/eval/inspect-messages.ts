/** Messages in the shape that Inspect reads in a sample (formats §2.1): no content is null, no role is a developer's. */

import type { ChatCall, ChatMessage, ChatPart, ChatReasoning } from '../../contract/chat.js';
import { optional } from '../../contract/optional-member.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { argumentsIn, onlyText } from '../chat/read-exchange.js';
import { parseRecord } from '../json-values.js';
import type { LossList } from '../loss-list.js';

const details: ReadonlySet<unknown> = new Set(['auto', 'low', 'high', 'original']);

/** @param message of a chat without developers */
export function inspectMessage(message: ChatMessage, losses: LossList): JsonRecord {
  const { role, calls, callId, name } = message;
  return {
    role,
    content: contentOf(message, losses),
    ...optional('tool_calls', calls?.map(inspectCall)),
    ...optional('tool_call_id', callId),
    ...optional('function', name),
  };
}

/** Inspect's own shape of a call, which is not OpenAI's. */
export function inspectCall({ id, name, input }: ChatCall): JsonRecord {
  const isBroken = input !== '' && parseRecord(input) === undefined;
  return {
    id,
    function: name,
    arguments: argumentsIn(input),
    type: 'function',
    ...optional('parse_error', isBroken ? 'the arguments are no JSON object' : undefined),
  };
}

function contentOf({ parts, reasoning, from }: ChatMessage, losses: LossList): unknown {
  const text = onlyText(parts);
  if (reasoning === undefined && text !== undefined) return text;
  const content = parts.flatMap((part) => contentPart(part, from[0] ?? '', losses));
  return reasoning === undefined ? content : [...reasoningParts(reasoning), ...content];
}

function contentPart(part: ChatPart, from: string, losses: LossList): JsonRecord[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'audio') {
    losses.add('left_out.audio', from, part.url);
    return [];
  }
  const detail = details.has(part.detail) ? part.detail : undefined;
  return [{ type: 'image', image: part.url, ...optional('detail', detail) }];
}

/** What is sealed goes back to its server as redacted reasoning, its summary beside it. */
function reasoningParts({ summary, text, encrypted }: ChatReasoning): JsonRecord[] {
  const told = summary.join('\n\n');
  const withSummary = optional('summary', told === '' ? undefined : told);
  if (encrypted.length > 0) {
    return encrypted.map((reasoning, index) => ({
      type: 'reasoning',
      reasoning,
      ...(index === 0 ? withSummary : {}),
      redacted: true,
    }));
  }
  const thought = text.join('\n\n');
  if (thought === '') return [{ type: 'reasoning', reasoning: told, redacted: false }];
  return [{ type: 'reasoning', reasoning: thought, ...withSummary, redacted: false }];
}
