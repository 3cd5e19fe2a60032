/** Tools that take free text, as functions with one argument: what servers know that know functions only. */

import type { Chat, ChatCall, ChatTool } from '../../contract/chat.js';
import { mapCalls } from './map-calls.js';
import { LossList } from '../loss-list.js';

/** The argument that holds what a custom tool was given. */
const inputSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
} as const;

export function functionsOnly(chat: Chat): Chat {
  const losses = new LossList();
  const messages = mapCalls(chat.messages, (call) => functionCall(call, losses));
  const tools = chat.tools.map((tool) => functionTool(tool, losses));
  return { ...chat, messages, tools, losses: [...chat.losses, ...losses.losses] };
}

function functionCall(call: ChatCall, losses: LossList): ChatCall {
  if (call.type === 'function') return call;
  losses.add('changed.custom_call', call.from, call.input);
  return { ...call, type: 'function', input: JSON.stringify({ input: call.input }) };
}

/** The format of the text, a grammar for one, has no place in a function. */
function functionTool(tool: ChatTool, losses: LossList): ChatTool {
  if (tool.type === 'function') return tool;
  const { format, ...rest } = tool;
  losses.add('changed.custom_tool', tool.from, format);
  return { ...rest, type: 'function', parameters: inputSchema };
}
