/** Legacy inter-agent records as the agent messages they are sent as (spec 3 §2.3). */

import type { JsonRecord } from '../contract/json-record.js';
import { isSentId } from './add-field.js';

/** @returns undefined when the reference reader would not take the record */
export function interAgentItem(payload: JsonRecord, sendsIds: boolean): JsonRecord | undefined {
  const { id, author, recipient, content, trigger_turn: trigger } = payload;
  if (!isAgentPath(author) || !isAgentPath(recipient)) return undefined;
  if (typeof content !== 'string' || typeof trigger !== 'boolean') return undefined;
  const encrypted = payload['encrypted_content'];
  const parts =
    typeof encrypted === 'string'
      ? [
          { type: 'input_text', text: header(author, recipient, trigger) },
          { type: 'encrypted_content', encrypted_content: encrypted },
        ]
      : [{ type: 'input_text', text: content }];
  const sentId = sendsIds && typeof id === 'string' && isSentId(id) ? { id } : {};
  return { type: 'agent_message', ...sentId, author, recipient, content: parts };
}

function header(author: string, recipient: string, startsTurn: boolean): string {
  const type = startsTurn ? 'NEW_TASK' : 'MESSAGE';
  return `Message Type: ${type}\nTask name: ${recipient}\nSender: ${author}\nPayload:\n`;
}

function isAgentPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/root(?:\/[a-z0-9_]+)*$/.test(value);
}
