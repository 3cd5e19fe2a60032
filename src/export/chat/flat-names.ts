/** Names of tools without namespaces, of the characters and the length that servers take. */

import { createHash } from 'node:crypto';
import type { Chat, ChatMessage } from '../../contract/chat.js';
import { optional } from '../../contract/optional-member.js';
import { LossList } from '../loss-list.js';

/** What the Chat API takes for the name of a function. */
const longestName = 64;

/** Digits of a hash that tell names apart which had to be changed. */
const hashDigits = 8;

/** The namespace that a tool without one is in: calls of its tools are recorded without it. */
const plainNamespace = 'functions';

interface Named {
  readonly name: string;
  readonly namespace?: string;
}

/** `namespace__name`; a name that cannot be written is told apart by a hash of what it was. */
export function flatName({ namespace, name }: Named): string {
  const isPlain = namespace === undefined || namespace === plainNamespace;
  const joint = isPlain || namespace.endsWith('__') || name.startsWith('__') ? '' : '__';
  const full = isPlain ? name : `${namespace}${joint}${name}`;
  const written = full.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (written === full && full !== '' && full.length <= longestName) return full;
  const hash = createHash('sha256').update(full).digest('hex').slice(0, hashDigits);
  return `${written.slice(0, longestName - hashDigits - 1)}_${hash}`;
}

/** Every tool, call and output by its flat name. */
export function flatNames(chat: Chat): Chat {
  const losses = new LossList();
  const messages = chat.messages.map((message) => flatMessage(message, losses));
  const tools = chat.tools.map((tool) => flat(tool, losses));
  return { ...chat, messages, tools, losses: [...chat.losses, ...losses.losses] };
}

function flatMessage(message: ChatMessage, losses: LossList): ChatMessage {
  const { calls, name, namespace, ...rest } = message;
  if (calls !== undefined) return { ...message, calls: calls.map((call) => flat(call, losses)) };
  return name === undefined
    ? message
    : { ...rest, name: flatName({ name, ...optional('namespace', namespace) }) };
}

function flat<Value extends Named & { readonly from: string }>(
  value: Value,
  losses: LossList,
): Omit<Value, 'namespace'> {
  const { namespace, ...rest } = value;
  const name = flatName(value);
  if (name !== value.name) {
    losses.add('changed.tool_name', value.from, { namespace, name: value.name });
  }
  return { ...rest, name };
}
