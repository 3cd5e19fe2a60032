/** Messages of the neutral form as messages of the Chat API. */

import type { ChatCall, ChatMessage, ChatPart, ChatReasoning } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { isAddress } from '../json-values.js';
import type { LossList } from '../loss-list.js';

export interface MessageStyle {
  /** How several texts of a message are told: as parts, or as one text with nothing between them, as Codex did. */
  readonly texts: 'parts' | 'joined';
  /** The member that reasoning is told in, which the Chat API has none for. */
  readonly reasoning: 'drop' | 'reasoning_content' | 'reasoning';
}

/** @returns undefined when nothing of the message can be said */
export function openaiMessage(
  message: ChatMessage,
  style: MessageStyle,
  losses: LossList,
): JsonRecord | undefined {
  const { role, callId } = message;
  if (role === 'assistant') return assistantMessage(message, style, losses);
  const content = contentOf(message, { style, losses });
  if (role === 'tool') return { role, tool_call_id: callId, content: content ?? '' };
  return content === undefined ? undefined : { role, content };
}

function assistantMessage(
  message: ChatMessage,
  style: MessageStyle,
  losses: LossList,
): JsonRecord | undefined {
  const { calls, reasoning } = message;
  const thought = reasoning === undefined ? undefined : reasoningText(reasoning, style, losses);
  const content = contentOf(message, { style, losses });
  if (content === undefined && calls === undefined && thought === undefined) return undefined;
  return {
    role: 'assistant',
    content: content ?? (calls === undefined ? '' : null),
    ...(thought === undefined ? {} : { [style.reasoning]: thought }),
    ...optional('tool_calls', calls?.map(toolCall)),
  };
}

/** The reasoning itself where it is told, its summary otherwise. */
function reasoningText(
  { text, summary, from }: ChatReasoning,
  style: MessageStyle,
  losses: LossList,
): string | undefined {
  const [path = ''] = from;
  if (style.reasoning === 'drop') {
    losses.add('left_out.reasoning', path, [...text, ...summary]);
    return undefined;
  }
  if (text.length > 0 && summary.length > 0) {
    losses.add('left_out.reasoning_summary', path, summary);
  }
  const told = text.length > 0 ? text : summary;
  return told.length === 0 ? undefined : told.join('\n\n');
}

function toolCall({ id, type, name, input }: ChatCall): JsonRecord {
  return type === 'function'
    ? { id, type, function: { name, arguments: input } }
    : { id, type, custom: { name, input } };
}

interface Writing {
  readonly style: MessageStyle;
  readonly losses: LossList;
}

function contentOf(
  { role, parts, from: [path = ''] }: ChatMessage,
  { style, losses }: Writing,
): string | readonly JsonRecord[] | undefined {
  const written: JsonRecord[] = [];
  for (const part of parts) {
    const content = part.type === 'text' || role === 'user' ? contentPart(part) : undefined;
    if (content === undefined) losses.add(`left_out.${part.type}`, path, part);
    else written.push(content);
    if (part.type === 'image' && !isChatDetail(part.detail)) {
      losses.add('changed.image_detail', path, part.detail);
    }
  }
  if (written.length === 0) return undefined;
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const isText = texts.length === written.length;
  return isText && (texts.length === 1 || style.texts === 'joined') ? texts.join('') : written;
}

function contentPart(part: ChatPart): JsonRecord | undefined {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'audio') return audioPart(part.url);
  return isAddress(part.url) ? imagePart(part.url, part.detail) : undefined;
}

/** The Chat API knows no original size: the next best is high. */
function imagePart(url: string, detail: string | undefined): JsonRecord {
  if (detail === undefined) return { type: 'image_url', image_url: { url } };
  return { type: 'image_url', image_url: { url, detail: isChatDetail(detail) ? detail : 'high' } };
}

function isChatDetail(detail: string | undefined): boolean {
  return detail === undefined || detail === 'auto' || detail === 'low' || detail === 'high';
}

const audioUrl = /^data:audio\/(?:x-)?(wav|mp3|mpeg);base64,/;

function audioPart(url: string): JsonRecord | undefined {
  const [head, form] = audioUrl.exec(url) ?? [];
  if (head === undefined) return undefined;
  const format = form === 'wav' ? 'wav' : 'mp3';
  return { type: 'input_audio', input_audio: { data: url.slice(head.length), format } };
}
