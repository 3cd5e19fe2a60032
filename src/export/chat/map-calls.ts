/** The messages of a chat with each call replaced. */

import type { ChatCall, ChatMessage } from '../../contract/chat.js';

export function mapCalls(
  messages: readonly ChatMessage[],
  replace: (call: ChatCall) => ChatCall,
): readonly ChatMessage[] {
  return messages.map((message) => {
    const { calls } = message;
    return calls === undefined
      ? message
      : Object.assign({ ...message }, { calls: calls.map(replace) });
  });
}
