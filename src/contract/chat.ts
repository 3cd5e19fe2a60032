/** The neutral chat form between Responses items and the formats of other programs. */

import type { JsonRecord } from './json-record.js';

export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string; readonly detail?: string }
  | { readonly type: 'audio'; readonly url: string };

/** `custom`: the input is free text; `function`: JSON text as the model wrote it, valid or not. */
export interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** The namespace of a tool that has one. */
  readonly namespace?: string;
  readonly type: 'function' | 'custom';
  readonly input: string;
  /** JSON pointer of the item it was made from. */
  readonly from: string;
}

export interface ChatReasoning {
  readonly summary: readonly string[];
  readonly text: readonly string[];
  /** Readable by the server that made it only. */
  readonly encrypted: readonly string[];
  /** JSON pointers of the items it was made from. */
  readonly from: readonly string[];
}

/**
 * One message. Calls that follow each other, and the text and reasoning in front of them, are one assistant message; their
 * outputs are the messages behind it. What answers no call is told by the user.
 */
export interface ChatMessage {
  readonly role: ChatRole;
  readonly parts: readonly ChatPart[];
  readonly calls?: readonly ChatCall[];
  readonly reasoning?: ChatReasoning;
  /** `tool`: the call it answers, and its tool. */
  readonly callId?: string;
  readonly name?: string;
  readonly namespace?: string;
  /** JSON pointers of the parts of the body it was made from. */
  readonly from: readonly string[];
}

export interface ChatTool {
  readonly name: string;
  readonly namespace?: string;
  readonly type: 'function' | 'custom';
  readonly description?: string;
  /** `function`: JSON Schema of its arguments. */
  readonly parameters?: JsonRecord;
  readonly strict?: boolean;
  /** `custom`: as in the Responses API. */
  readonly format?: JsonRecord;
  /** JSON pointer of its definition. */
  readonly from: string;
}

/** Something a conversion leaves out, changes, moves or adds. Ids, states and metadata of items are no losses. */
export interface Loss {
  /** JSON pointer into the body. */
  readonly path: string;
  /** `left_out.encrypted_reasoning`, `changed.developer_to_system`, `moved.image`, `added.output`, … */
  readonly code: string;
  /** Of the value as compact JSON. */
  readonly bytes: number;
}

export interface Chat {
  readonly model: string | undefined;
  /** The base instructions are the first message where the body has them as a field. */
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  readonly losses: readonly Loss[];
}
