/** Messages as the parts of OpenTelemetry's GenAI conventions (formats §2.8). */

import type { ChatMessage, ChatPart, ChatTool } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { argumentsIn, onlyText } from '../chat/read-exchange.js';
import { toldReasoning } from '../chat/told-reasoning.js';

const dataUrl = /^data:([^;,]*);base64,(.*)$/s;

export function otelMessage(message: ChatMessage): JsonRecord {
  const { role, parts, calls = [], callId, name } = message;
  const content = parts.map(otelPart);
  if (role === 'tool') {
    const response = onlyText(parts) ?? content;
    return {
      role,
      parts: [{ type: 'tool_call_response', ...optional('id', callId), response }],
      ...optional('name', name),
    };
  }
  const reasoning = toldReasoning(message);
  const thought = reasoning === undefined ? [] : [{ type: 'reasoning', content: reasoning }];
  const called = calls.map((call) => ({
    type: 'tool_call',
    id: call.id,
    name: call.name,
    arguments: argumentsIn(call.input),
  }));
  return { role, parts: [...thought, ...content, ...called] };
}

/** A message of an answer. */
export function otelAnswer(message: ChatMessage): JsonRecord {
  const { calls = [] } = message;
  return { ...otelMessage(message), finish_reason: calls.length > 0 ? 'tool_call' : 'stop' };
}

export function otelPart(part: ChatPart): JsonRecord {
  if (part.type === 'text') return { type: 'text', content: part.text };
  const { type: modality, url } = part;
  const [, mimeType, content] = dataUrl.exec(url) ?? [];
  if (content === undefined) return { type: 'uri', modality, uri: url };
  return {
    type: 'blob',
    modality,
    ...optional('mime_type', mimeType === '' ? undefined : mimeType),
    content,
  };
}

export function otelTool({ name, description, parameters }: ChatTool): JsonRecord {
  return {
    type: 'function',
    name,
    ...optional('description', description),
    ...optional('parameters', parameters),
  };
}
