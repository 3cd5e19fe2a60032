/** Messages of the neutral form as turns of the Messages API, which alternate: what follows under one role is one turn. */

import type { ChatCall, ChatMessage, ChatPart } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { LossList } from '../loss-list.js';
import { parseRecord } from '../json-values.js';
import { ToolUseIds } from './tool-use-ids.js';

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: JsonRecord[];
  readonly from: string[];
}

export class Turns {
  readonly #losses: LossList;
  readonly #turns: Turn[] = [];
  readonly #ids = new ToolUseIds();

  constructor(losses: LossList) {
    this.#losses = losses;
  }

  get messages(): readonly JsonRecord[] {
    return this.#turns.map(({ role, content }) => ({ role, content }));
  }

  /** For each message: what it was made from. */
  get parts(): readonly (readonly string[])[] {
    return this.#turns.map(({ from }) => from);
  }

  /** Outputs follow their calls at once, so they are the first blocks of their turn, as the API wants them. */
  add(message: ChatMessage): void {
    const content = this.#blocksOf(message);
    if (content.length === 0) return;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = this.#turns.at(-1);
    if (last?.role === role) {
      last.content.push(...content);
      last.from.push(...message.from);
    } else {
      this.#turns.push({ role, content: [...content], from: [...message.from] });
    }
  }

  #blocksOf(message: ChatMessage): readonly JsonRecord[] {
    const { role, parts, callId = '', calls = [], reasoning, from } = message;
    const [path = ''] = from;
    const content = this.#contentOf(parts, { path, isAssistant: role === 'assistant' });
    if (role === 'tool') {
      const id = this.#ids.ofOutput(callId);
      return [{ type: 'tool_result', tool_use_id: id, ...(content.length > 0 ? { content } : {}) }];
    }
    if (reasoning !== undefined) {
      // A thought is taken with the signature of the model that had it only.
      const { text, summary } = reasoning;
      this.#losses.add('left_out.reasoning', reasoning.from[0] ?? path, [...text, ...summary]);
    }
    return [...content, ...calls.map((call) => this.#toolUse(call))];
  }

  #toolUse({ id, name, input, from }: ChatCall): JsonRecord {
    const parsed = parseRecord(input);
    if (parsed === undefined) this.#losses.add('changed.arguments', from, input);
    return {
      type: 'tool_use',
      id: this.#ids.ofCall(id),
      name,
      input: parsed ?? { arguments: input },
    };
  }

  #contentOf(
    parts: readonly ChatPart[],
    { path, isAssistant }: { readonly path: string; readonly isAssistant: boolean },
  ): readonly JsonRecord[] {
    return parts.flatMap((part): readonly JsonRecord[] => {
      const block = blockOf(part, isAssistant);
      if (block === undefined) this.#losses.add(`left_out.${nameOf(part)}`, path, part);
      return block === undefined ? [] : [block];
    });
  }
}

function nameOf({ type }: ChatPart): string {
  return type === 'text' ? 'blank_text' : type;
}

/** Texts of white space alone are refused there. */
function blockOf(part: ChatPart, isAssistant: boolean): JsonRecord | undefined {
  if (part.type === 'text') {
    return part.text.trim() === '' ? undefined : { type: 'text', text: part.text };
  }
  return part.type === 'image' && !isAssistant ? imageBlock(part.url) : undefined;
}

const dataUrl = /^data:(image\/(?:png|jpeg|gif|webp));base64,/;

function imageBlock(url: string): JsonRecord | undefined {
  const [head, mediaType] = dataUrl.exec(url) ?? [];
  if (head !== undefined) {
    const data = url.slice(head.length);
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  }
  return /^https?:/.test(url) ? { type: 'image', source: { type: 'url', url } } : undefined;
}
