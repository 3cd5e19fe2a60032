/** What developers say, for servers and templates that know no such role. */

import type { Chat, ChatMessage, ChatPart } from '../../contract/chat.js';
import { LossList } from '../loss-list.js';

/** What stands between messages that become one. */
const paragraph: ChatPart = { type: 'text', text: '\n\n' };

/** Every developer message under another role, in its place. */
export function developerAs(chat: Chat, role: 'system' | 'user'): Chat {
  const losses = new LossList();
  const messages = chat.messages.map((message) =>
    message.role === 'developer' ? renamed(message, role, losses) : message,
  );
  return { ...chat, messages, losses: [...chat.losses, ...losses.losses] };
}

/**
 * One system message at most, and it leads: what system and developer say before anybody else speaks. What they say
 * later is told by the user, in its place, so that what came before stays what it was.
 */
export function oneLeadingSystem(chat: Chat): Chat {
  const losses = new LossList();
  const spoken = chat.messages.findIndex((message) => !isInstruction(message));
  const leading = spoken === -1 ? chat.messages : chat.messages.slice(0, spoken);
  const later = chat.messages
    .slice(leading.length)
    .map((message) => (isInstruction(message) ? renamed(message, 'user', losses) : message));
  const system = leadingSystem(leading, losses);
  const messages = system === undefined ? later : [system, ...later];
  return { ...chat, messages, losses: [...chat.losses, ...losses.losses] };
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'developer' || role === 'system';
}

function renamed(message: ChatMessage, role: 'system' | 'user', losses: LossList): ChatMessage {
  for (const path of message.from) {
    losses.add(`changed.${message.role}_to_${role}`, path, message.parts);
  }
  return { ...message, role };
}

function leadingSystem(
  messages: readonly ChatMessage[],
  losses: LossList,
): ChatMessage | undefined {
  if (messages.length === 0) return undefined;
  for (const { role, from, parts } of messages) {
    if (role === 'developer') {
      for (const path of from) losses.add('changed.developer_to_system', path, parts);
    }
  }
  return {
    role: 'system',
    parts: messages.flatMap(({ parts }, index) => (index === 0 ? parts : [paragraph, ...parts])),
    from: messages.flatMap(({ from }) => from),
  };
}
