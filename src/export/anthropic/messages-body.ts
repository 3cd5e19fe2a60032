/** A request as a body of Anthropic's Messages API (formats §1.4). */

import type { Chat, ChatTool, Loss } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { oneLeadingSystem } from '../chat/developer-role.js';
import { flatNames } from '../chat/flat-names.js';
import { functionsOnly } from '../chat/functions-only.js';
import { toChat } from '../chat/to-chat.js';
import { objectSchema } from '../json-values.js';
import { LossList } from '../loss-list.js';
import { messagesFields } from './messages-fields.js';
import { Turns } from './turns.js';

export interface MessagesBody {
  readonly body: JsonRecord;
  /** The parts of the request that `system` was made from, where there is one, and then those of each message. */
  readonly parts: readonly (readonly string[])[];
  readonly losses: readonly Loss[];
}

/** @param maxTokens the length of an answer where the request names none: the API wants one */
export function messagesBody(request: JsonRecord, maxTokens: number): MessagesBody {
  const chat = oneLeadingSystem(flatNames(functionsOnly(toChat(request))));
  const losses = new LossList();
  const { system, spoken } = splitSystem(chat);
  const turns = new Turns(losses);
  for (const message of spoken) turns.add(message);
  const hasTools = chat.tools.length > 0;
  const fields = messagesFields(request, { hasTools, losses });
  const body = {
    ...optional('model', chat.model),
    max_tokens: maxTokens,
    ...optional('system', system?.text),
    messages: turns.messages,
    ...(hasTools ? { tools: chat.tools.map((tool) => toolOf(tool, losses)) } : {}),
    ...fields,
  };
  const parts = [...(system === undefined ? [] : [system.from]), ...turns.parts];
  return { body, parts, losses: [...chat.losses, ...losses.losses] };
}

function splitSystem({ messages }: Chat): {
  readonly system: { readonly text: string; readonly from: readonly string[] } | undefined;
  readonly spoken: Chat['messages'];
} {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return { system: undefined, spoken: messages };
  const texts = first.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { system: { text: texts.join(''), from: first.from }, spoken: rest };
}

function toolOf(
  { name, description, parameters, strict, from }: ChatTool,
  losses: LossList,
): JsonRecord {
  if (strict === true) losses.add('left_out.tool_strict', from, strict);
  return { name, ...optional('description', description), input_schema: objectSchema(parameters) };
}
