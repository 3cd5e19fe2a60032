/**
 * The requests and answers of a session as the steps of one trajectory. A request that goes on where the one before it
 * ended adds what is new. One that does not (after a compaction or a rollback) tells its context again, and what had
 * been told is marked as copied, as is what a fork took over.
 */

import type { ChatMessage } from '../../contract/chat.js';
import type { Inference } from '../../contract/inference.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { type Exchange, textOfMessages } from '../chat/read-exchange.js';
import { toldReasoning } from '../chat/told-reasoning.js';
import type { LossList } from '../loss-list.js';
import { atifCall, atifContent, atifMetrics } from './atif-content.js';

/** A step without its number. */
export interface AtifStep {
  readonly members: JsonRecord;
  readonly callIds: ReadonlySet<string>;
  /** Outputs of its calls. */
  readonly results: JsonRecord[];
  /** The request that it came with, and the parts of it that it was made from. */
  readonly inference: Pick<Inference, 'id' | 'source'>;
  readonly from: string[];
}

/** How the messages of a request relate to what was told. */
interface Continuation {
  /** Messages that are steps already. */
  readonly known: number;
  readonly isCopied: (index: number) => boolean;
}

export class AtifSteps {
  readonly steps: AtifStep[] = [];
  /** Every message that is a step. */
  readonly #told = new Set<string>();
  /** The messages of the newest request, and of its answer. */
  #context: readonly string[] | undefined;
  #answer: readonly string[] = [];

  add(inference: Inference, { chat: { messages }, answer }: Exchange, losses: LossList): void {
    const keys = messages.map(keyOf);
    const { known, isCopied } = this.#continuation(messages, keys);
    for (const [index, message] of messages.entries()) {
      if (index < known || (known > 0 && this.#answer.includes(keys[index] ?? ''))) continue;
      const copied = isCopied(index) ? { is_copied_context: true } : {};
      if (message.role === 'tool' && this.#addResult(message, losses)) continue;
      this.#push(inference, message, {
        ...(isCopied(index) ? {} : timeOf(inference.facts.sentAtMs)),
        ...spoken(message, losses),
        ...copied,
      });
    }
    this.#context = keys;
    this.#answer = answer.map(keyOf);
    for (const key of [...keys, ...this.#answer]) this.#told.add(key);
    if (answer.length > 0) this.#addAnswer(inference, answer);
  }

  #continuation(messages: readonly ChatMessage[], keys: readonly string[]): Continuation {
    const context = this.#context;
    if (context === undefined) {
      const spokenBefore = messages.findLastIndex(({ role }) => isModelSide(role));
      return { known: 0, isCopied: (index) => index <= spokenBefore };
    }
    if (context.every((key, index) => keys[index] === key)) {
      return { known: context.length, isCopied: () => false };
    }
    const told = new Set(this.#told);
    return { known: 0, isCopied: (index) => told.has(keys[index] ?? '') };
  }

  /** @returns false when no step made the call */
  #addResult(message: ChatMessage, losses: LossList): boolean {
    const { callId = '', from } = message;
    const step = this.steps.findLast(({ callIds }) => callIds.has(callId));
    if (step === undefined) return false;
    step.results.push({ source_call_id: callId, content: atifContent(message, losses) });
    step.from.push(...from);
    return true;
  }

  /** All that the model said to one request is one step. */
  #addAnswer(inference: Inference, answer: readonly ChatMessage[]): void {
    const { request, facts, id, kind } = inference;
    const calls = answer.flatMap((message) => message.calls ?? []);
    const reasoning = answer.flatMap((message) => toldReasoning(message) ?? []).join('\n\n');
    const { effort } = isRecord(request['reasoning']) ? request['reasoning'] : {};
    const members = {
      ...timeOf(facts.answeredAtMs),
      source: 'agent',
      ...optional(
        'model_name',
        typeof request['model'] === 'string' ? request['model'] : undefined,
      ),
      ...optional('reasoning_effort', typeof effort === 'string' ? effort : undefined),
      message: textOfMessages(answer),
      ...optional('reasoning_content', reasoning === '' ? undefined : reasoning),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(atifCall) }),
      ...optional('metrics', facts.usage === undefined ? undefined : atifMetrics(facts.usage)),
      extra: { request_id: id, kind },
    };
    this.#push(inference, { role: 'assistant', parts: [], calls, from: [] }, members);
  }

  #push({ id, source }: Inference, { calls = [], from }: ChatMessage, members: JsonRecord): void {
    this.steps.push({
      members,
      callIds: new Set(calls.map((call) => call.id)),
      results: [],
      inference: { id, source },
      from: [...from],
    });
  }
}

/** What a message of the history says. */
function spoken(message: ChatMessage, losses: LossList): JsonRecord {
  const { role, calls = [] } = message;
  const said = { message: atifContent(message, losses) };
  if (role === 'assistant') {
    return {
      source: 'agent',
      ...said,
      ...optional('reasoning_content', toldReasoning(message)),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(atifCall) }),
    };
  }
  return { source: role === 'user' || role === 'tool' ? 'user' : 'system', ...said };
}

function isModelSide(role: string): boolean {
  return role === 'assistant' || role === 'tool';
}

function timeOf(timeMs: number | undefined): JsonRecord {
  return timeMs === undefined ? {} : { timestamp: new Date(timeMs).toISOString() };
}

/** What tells messages apart. Reasoning does not: a history may leave out what was reasoned before. */
function keyOf({ role, parts, calls = [], callId }: ChatMessage): string {
  const called = calls.map(({ id, name, input }) => [id, name, input]);
  return JSON.stringify([role, parts, called, callId]);
}
