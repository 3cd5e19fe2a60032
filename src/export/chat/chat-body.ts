/** A request as a body of the Chat API, in the manner that a server wants it. */

import type { Chat, Loss } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { LossList } from '../loss-list.js';
import { chatFields, type FieldSet } from './chat-fields.js';
import { developerAs, oneLeadingSystem } from './developer-role.js';
import { flatNames } from './flat-names.js';
import { functionsOnly } from './functions-only.js';
import { moveMedia } from './move-media.js';
import { type MessageStyle, openaiMessage } from './openai-messages.js';
import { openaiTool } from './openai-tools.js';
import { toChat } from './to-chat.js';

export interface ChatStyle extends MessageStyle {
  /** Developer messages as they are, under another role, or (`lead`) at most one system message, which leads. */
  readonly developer: 'developer' | 'system' | 'user' | 'lead';
  /** Tools that take free text: as they are, or as functions with one argument. */
  readonly customTools: 'custom' | 'function';
  readonly fields: FieldSet;
  readonly unanswered: 'answer' | 'cut';
}

export interface ChatBody {
  readonly body: JsonRecord;
  /** For each message of the body: the parts of the request it was made from, as JSON pointers. */
  readonly parts: readonly (readonly string[])[];
  readonly losses: readonly Loss[];
}

export function chatBody(request: JsonRecord, style: ChatStyle): ChatBody {
  const { unanswered } = style;
  const chat = styled(toChat(request, { unanswered, encryptedReasoning: 'drop' }), style);
  const losses = new LossList();
  const messages: JsonRecord[] = [];
  const parts: (readonly string[])[] = [];
  for (const message of chat.messages) {
    const written = openaiMessage(message, style, losses);
    if (written === undefined) continue;
    messages.push(written);
    parts.push(message.from);
  }
  const hasTools = chat.tools.length > 0;
  const fields = chatFields(request, { fields: style.fields, hasTools, losses });
  const body = {
    ...(chat.model === undefined ? {} : { model: chat.model }),
    messages,
    ...(hasTools ? { tools: chat.tools.map(openaiTool) } : {}),
    ...fields,
  };
  return { body, parts, losses: [...chat.losses, ...losses.losses] };
}

function styled(chat: Chat, { developer, customTools }: ChatStyle): Chat {
  const named = flatNames(customTools === 'function' ? functionsOnly(chat) : chat);
  const placed = moveMedia(named);
  switch (developer) {
    case 'developer':
      return placed;
    case 'lead':
      return oneLeadingSystem(placed);
    default:
      return developerAs(placed, developer);
  }
}
