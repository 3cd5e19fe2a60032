/** An assistant message while it is put together: reasoning, text and calls that come before anybody else speaks. */

import type { ChatCall, ChatMessage, ChatPart, ChatReasoning } from '../../contract/chat.js';
import { optional } from '../../contract/optional-member.js';
import type { LossList } from '../loss-list.js';

/** A call and the index of its item. */
export interface OpenCall {
  readonly call: ChatCall;
  readonly index: number;
}

export class AssistantMessage {
  readonly calls: OpenCall[] = [];
  readonly #from: string[] = [];
  readonly #parts: ChatPart[] = [];
  #reasoning: ChatReasoning | undefined;

  /** Whether text or reasoning that comes now belongs to a message of its own. */
  get isSpoken(): boolean {
    return this.#parts.length > 0 && this.calls.length === 0;
  }

  addText(parts: readonly ChatPart[], from: string, losses: LossList): void {
    if (this.calls.length > 0) losses.add('moved.text', from, parts);
    this.#parts.push(...parts);
    this.#from.push(from);
  }

  addCall(open: OpenCall): void {
    this.calls.push(open);
    this.#from.push(open.call.from);
  }

  addReasoning({ summary, text, encrypted, from }: ChatReasoning): void {
    const known = this.#reasoning;
    this.#reasoning = {
      summary: [...(known?.summary ?? []), ...summary],
      text: [...(known?.text ?? []), ...text],
      encrypted: [...(known?.encrypted ?? []), ...encrypted],
      from: [...(known?.from ?? []), ...from],
    };
    this.#from.push(...from);
  }

  /**
   * @param calls those that stay
   * @returns undefined when nothing is left to say
   */
  message(calls: readonly ChatCall[]): ChatMessage | undefined {
    const cut = new Set(this.calls.map(({ call }) => call.from));
    for (const { from } of calls) cut.delete(from);
    const parts = this.#parts;
    const reasoning = this.#reasoning;
    if (parts.length === 0 && calls.length === 0 && reasoning === undefined) return undefined;
    return {
      role: 'assistant',
      parts,
      ...(calls.length > 0 ? { calls } : {}),
      ...optional('reasoning', reasoning),
      from: this.#from.filter((path) => !cut.has(path)),
    };
  }
}
