/** A request and its recorded answer, both as chats whose tools are functions of one flat name each. */

import type { Chat, ChatMessage, ChatPart } from '../../contract/chat.js';
import type { ExportOptions } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { parseRecord } from '../json-values.js';
import { retarget } from '../retarget.js';
import { flatNames } from './flat-names.js';
import { functionsOnly } from './functions-only.js';
import { toChat, type ToChatOptions } from './to-chat.js';
import { wholeCharacters } from './whole-characters.js';

export interface Exchange {
  /** The request, aimed as the export was asked to; with what that loses. */
  readonly chat: Chat;
  /** What the model said; empty where nothing is recorded. `from` tells of the answer's items, not of the request. */
  readonly answer: readonly ChatMessage[];
}

export function readExchange(
  { request, facts }: Inference,
  options: ExportOptions,
  encryptedReasoning: 'keep' | 'drop' = 'drop',
): Exchange {
  const asked: ToChatOptions = { unanswered: 'answer', encryptedReasoning };
  const said: ToChatOptions = { unanswered: 'keep', encryptedReasoning };
  const chat = asFunctions(toChat(retarget(request, options), asked));
  const { messages } = asFunctions(toChat({ input: facts.answer }, said));
  return { chat, answer: messages };
}

/** The texts of parts, as one; undefined where there is something else among them. */
export function onlyText(parts: readonly ChatPart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : undefined;
}

/** What messages say in words, in paragraphs. */
export function textOfMessages(messages: readonly ChatMessage[]): string {
  return messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
}

/** The arguments of a function; none are an empty object, and what is no JSON object stands under `input`. */
export function argumentsIn(input: string): JsonRecord {
  if (input === '') return {};
  return parseRecord(input) ?? { input };
}

function asFunctions(chat: Chat): Chat {
  return wholeCharacters(flatNames(functionsOnly(chat)));
}
