/** Makes rows of requests: one for each, or one for each stretch of a session that no later request carries on. */

import type { ChatMessage } from '../../contract/chat.js';
import type { ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import type { Loss } from '../../contract/chat.js';
import { developerAs } from '../chat/developer-role.js';
import { openaiTool } from '../chat/openai-tools.js';
import { readExchange } from '../chat/read-exchange.js';
import { LossList } from '../loss-list.js';
import type { DataRow } from './columns.js';
import { hfMessage, type HfStyle } from './hf-message.js';

export interface RowStyle extends HfStyle {
  readonly sample: 'turn' | 'session';
  readonly developer: 'developer' | 'system' | 'user';
  /** Whether what the model answered ends the row. */
  readonly answer: 'with' | 'without';
}

/** Takes a row. */
export type TakeRow = (
  row: DataRow,
  inference: Inference,
  parts: readonly (readonly string[])[],
) => void;

/** A request that the next one may carry on. */
interface Stretch {
  readonly inference: Inference;
  readonly model: string | undefined;
  readonly messages: readonly string[];
  readonly answer: readonly string[];
  readonly tools: readonly string[];
  readonly parts: readonly (readonly string[])[];
  readonly losses: readonly Loss[];
  /** Messages in front of what the model first said in the stretch. */
  readonly given: number;
}

export class RowMaker {
  readonly #style: RowStyle;
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #take: TakeRow;
  #session: SessionFacts | undefined;
  #open: Stretch | undefined;

  constructor(style: RowStyle, { options, sink, take }: RowMaking) {
    this.#style = style;
    this.#options = options;
    this.#sink = sink;
    this.#take = take;
  }

  startSession(session: SessionFacts): void {
    this.#session = session;
    this.#open = undefined;
  }

  add(inference: Inference): void {
    const stretch = this.#read(inference);
    if (this.#style.sample === 'turn') {
      this.#tell(stretch);
      return;
    }
    const open = this.#open;
    const goesOn = open !== undefined && carriesOn(stretch, open);
    if (open !== undefined && !goesOn) this.#tell(open);
    this.#open = goesOn ? { ...stretch, given: open.given } : stretch;
  }

  endSession(): void {
    if (this.#open !== undefined) this.#tell(this.#open);
    this.#open = undefined;
  }

  #read(inference: Inference): Stretch {
    const { developer } = this.#style;
    const exchange = readExchange(inference, this.#options);
    const chat = developer === 'developer' ? exchange.chat : developerAs(exchange.chat, developer);
    const own = new LossList();
    const written = (message: ChatMessage): string => hfMessage(message, this.#style, own);
    const messages = chat.messages.map(written);
    const answer = this.#style.answer === 'with' ? exchange.answer : [];
    return {
      inference,
      model: chat.model,
      messages,
      answer: answer.map((message) => hfMessage(message, this.#style, new LossList())),
      tools: chat.tools.map((tool) => JSON.stringify(openaiTool(tool))),
      parts: [...chat.messages.map(({ from }) => from), ...answer.map(() => [])],
      losses: [...chat.losses, ...own.losses],
      given: messages.length,
    };
  }

  #tell({ inference, model, messages, answer, tools, parts, losses, given }: Stretch): void {
    const { id, at, kind, facts } = inference;
    const said = [...messages, ...answer];
    const marked = this.#style.sample === 'turn' ? said : said.map(markedFrom(given));
    const [threadId = ''] = id.split('#', 1);
    const row: DataRow = {
      session_id: this.#session?.sessionId ?? threadId,
      thread_id: threadId,
      request_id: id,
      at,
      kind,
      ts: facts.sentAtMs,
      model,
      cli_version: this.#session?.cliVersion,
      input_tokens: facts.usage?.inputTokens,
      cached_input_tokens: facts.usage?.cachedInputTokens,
      output_tokens: facts.usage?.outputTokens,
      messages: `[${marked.join(',')}]`,
      tools: `[${tools.join(',')}]`,
    };
    this.#take(row, inference, parts);
    this.#sink.lose(id, losses);
  }
}

export interface RowMaking {
  readonly options: ExportOptions;
  readonly sink: ExportSink;
  readonly take: TakeRow;
}

/** Whether a request begins with all of the one before it. An assistant message at the end may go on. */
function carriesOn(next: Stretch, { messages, tools }: Stretch): boolean {
  const last = messages.at(-1);
  const isOpen = last?.startsWith(assistantHead) === true;
  const closed = isOpen ? messages.slice(0, -1) : messages;
  return startsWith(next.messages, closed) && startsWith(next.tools, tools);
}

function startsWith(long: readonly string[], short: readonly string[]): boolean {
  return short.every((text, index) => long[index] === text);
}

const assistantHead = '{"role":"assistant"';

/** What the model said in this stretch is to be learned; what it had said before is in another row. */
function markedFrom(given: number): (message: string, index: number) => string {
  return (message, index) =>
    message.startsWith(assistantHead)
      ? `${message.slice(0, -1)},"train":${String(index >= given)}}`
      : message;
}
