/** Messages in the manner of chat templates (formats §2.7), each as one JSON text. */

import type { ChatCall, ChatMessage, ChatPart } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { argumentsIn, onlyText } from '../chat/read-exchange.js';
import { toldReasoning } from '../chat/told-reasoning.js';
import { parseRecord } from '../json-values.js';
import type { LossList } from '../loss-list.js';

export interface HfStyle {
  readonly arguments: 'object' | 'string';
  /** The member of assistant messages that reasoning is told in. */
  readonly reasoning: 'thinking' | 'reasoning_content' | 'none';
}

export function hfMessage(message: ChatMessage, style: HfStyle, losses: LossList): string {
  const { role, parts, calls, callId, name } = message;
  const record: JsonRecord = {
    role,
    content: onlyText(parts) ?? parts.map(contentPart),
    ...thoughtOf(message, style, losses),
    ...optional(
      'tool_calls',
      calls?.map((call) => hfCall(call, style, losses)),
    ),
    ...optional('tool_call_id', callId),
    ...optional('name', name),
  };
  return JSON.stringify(record);
}

function thoughtOf(message: ChatMessage, { reasoning }: HfStyle, losses: LossList): JsonRecord {
  const told = toldReasoning(message);
  if (told === undefined) return {};
  if (reasoning !== 'none') return { [reasoning]: told };
  for (const path of message.reasoning?.from ?? []) losses.add('left_out.reasoning', path, told);
  return {};
}

function contentPart(part: ChatPart): JsonRecord {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: part.type, url: part.url };
}

function hfCall({ id, name, input, from }: ChatCall, style: HfStyle, losses: LossList): JsonRecord {
  const isBroken = input !== '' && parseRecord(input) === undefined;
  if (isBroken && style.arguments === 'object') losses.add('changed.arguments', from, input);
  const asText = input === '' ? '{}' : input;
  const given = style.arguments === 'object' ? argumentsIn(input) : asText;
  return { id, type: 'function', function: { name, arguments: given } };
}
