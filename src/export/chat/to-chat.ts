/** A request of the Responses API as a chat: pure, the same every time, and what was said before stays what it was. */

import type { Chat } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { arrayIn, stringIn } from '../json-values.js';
import { LossList } from '../loss-list.js';
import { ChatItems } from './chat-items.js';
import { readTools } from './read-tools.js';

export interface ToChatOptions {
  /**
   * What becomes of a call that nothing answers: it gets the output that Codex gives a call that was broken off, is left
   * out, or is kept as it is (for chats that end in an answer).
   */
  readonly unanswered: 'answer' | 'cut' | 'keep';
  /** What only the server that made it can read. */
  readonly encryptedReasoning: 'keep' | 'drop';
}

export const defaultToChatOptions: ToChatOptions = {
  unanswered: 'answer',
  encryptedReasoning: 'drop',
};

/**
 * Converts the body of a request (formats §1.3).
 *
 * The messages of a request that goes on where another ended begin with those of the other, but for its last assistant
 * message and what a call without an output brings about. Tools that the input declares come behind those of the body.
 */
export function toChat(body: JsonRecord, options: ToChatOptions = defaultToChatOptions): Chat {
  const losses = new LossList();
  const items = new ChatItems(arrayIn(body['input']), options, losses);
  const instructions = stringIn(body['instructions']);
  if (instructions !== undefined && instructions !== '') items.addInstructions(instructions);
  const tools = readTools(body['tools'], '/tools', losses);
  const { messages, declaredTools } = items.read();
  const names = new Set<string>();
  return {
    model: stringIn(body['model']),
    messages,
    // What is declared twice is the first one.
    tools: [...tools, ...declaredTools].filter(({ namespace = '', name }) => {
      const isNew = !names.has(`${namespace}\0${name}`);
      names.add(`${namespace}\0${name}`);
      return isNew;
    }),
    losses: losses.losses,
  };
}
