/** A chat as one text, in the form that many templates write: for load tests that send texts. */

import type { Chat, ChatCall, ChatMessage } from '../../contract/chat.js';
import type { LossList } from '../loss-list.js';

/** @returns the text up to where the next answer begins */
export function chatmlText(chat: Chat, losses: LossList): string {
  const tools = chat.tools.map((tool) => {
    const { type, name, description, parameters } = tool;
    return JSON.stringify({ type, name, description, parameters });
  });
  const turns = chat.messages.map((message) => turn(message.role, messageText(message, losses)));
  const offered = tools.length === 0 ? '' : turn('tools', tools.join('\n'));
  return `${offered}${turns.join('')}<|im_start|>assistant\n`;
}

function turn(role: string, text: string): string {
  return `<|im_start|>${role}\n${text}<|im_end|>\n`;
}

function messageText({ parts, calls, reasoning, from }: ChatMessage, losses: LossList): string {
  const [path = ''] = from;
  if (reasoning !== undefined) losses.add('left_out.reasoning', path, reasoning.text);
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    losses.add(`left_out.${part.type}`, path, part);
    return [];
  });
  const called = (calls ?? []).map(callText);
  return [texts.join(''), ...called].filter((text) => text !== '').join('\n');
}

function callText({ name, input }: ChatCall): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
}
