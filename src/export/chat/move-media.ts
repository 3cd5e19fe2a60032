/** Images and sound, for servers that take them from users only: a mark stays where they were. */

import type { Chat, ChatMessage, ChatPart } from '../../contract/chat.js';
import { LossList } from '../loss-list.js';

/**
 * What outputs and instructions show comes in a user message behind them: behind all outputs of a turn, since nothing may
 * stand between a call and its outputs.
 */
export function moveMedia(chat: Chat): Chat {
  const losses = new LossList();
  const messages: ChatMessage[] = [];
  let waiting: ChatMessage[] = [];
  for (const message of chat.messages) {
    if (message.role !== 'tool') {
      messages.push(...waiting);
      waiting = [];
    }
    const media = message.role === 'user' ? [] : message.parts.filter(isMedia);
    if (media.length === 0) {
      messages.push(message);
      continue;
    }
    messages.push({ ...message, parts: message.parts.map(markOf) });
    waiting.push({ role: 'user', parts: media, from: message.from });
    for (const part of media) losses.add(`moved.${part.type}`, message.from[0] ?? '', part);
  }
  messages.push(...waiting);
  return { ...chat, messages, losses: [...chat.losses, ...losses.losses] };
}

function isMedia({ type }: ChatPart): boolean {
  return type !== 'text';
}

function markOf(part: ChatPart): ChatPart {
  return part.type === 'text' ? part : { type: 'text', text: `[${part.type}]` };
}
