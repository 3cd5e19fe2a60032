/** The items of a request's input, one after the other, as messages of the neutral form. */

import type { ChatCall, ChatMessage, ChatPart, ChatRole, ChatTool } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';
import { AssistantMessage, type OpenCall } from './assistant-message.js';
import { CallOutputs } from './call-outputs.js';
import { contentParts } from './content-parts.js';
import { readCall } from './read-call.js';
import { readReasoning } from './read-reasoning.js';
import { readTools } from './read-tools.js';
import type { ToChatOptions } from './to-chat.js';

/** What Codex says for the output of a call that was broken off. */
const abortedOutput = 'aborted';

export class ChatItems {
  readonly #items: readonly unknown[];
  readonly #options: ToChatOptions;
  readonly #losses: LossList;
  readonly #outputs: CallOutputs;
  readonly #messages: ChatMessage[] = [];
  readonly #tools: ChatTool[] = [];
  #assistant = new AssistantMessage();

  constructor(items: readonly unknown[], options: ToChatOptions, losses: LossList) {
    this.#items = items;
    this.#options = options;
    this.#losses = losses;
    this.#outputs = new CallOutputs(items);
  }

  addInstructions(text: string): void {
    this.#say('system', [{ type: 'text', text }], '/instructions');
  }

  read(): {
    readonly messages: readonly ChatMessage[];
    readonly declaredTools: readonly ChatTool[];
  } {
    for (const [index, item] of this.#items.entries()) {
      this.#addItem(recordIn(item) ?? {}, index);
    }
    this.#endAssistant(this.#items.length);
    return { messages: this.#messages, declaredTools: this.#tools };
  }

  #addItem(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    switch (item['type']) {
      // A message is known without its type.
      case undefined:
      case 'message':
        this.#addMessage(item, index);
        break;
      case 'agent_message':
        this.#losses.add('changed.agent_message', path, item);
        this.#addSpeech('user', item['content'], { index, member: 'content' });
        break;
      case 'reasoning':
        this.#addReasoning(item, index);
        break;
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
      case 'tool_search_call':
        this.#addCall(item, index);
        break;
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
      case 'tool_search_output':
        this.#addOutput(item, index);
        break;
      case 'additional_tools':
        this.#losses.add('moved.tools', path, item);
        this.#tools.push(...readTools(item['tools'], `${path}/tools`, this.#losses));
        break;
      default:
        this.#losses.add(`left_out.${stringIn(item['type']) ?? 'item'}`, path, item);
    }
  }

  #addMessage(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    const role = item['role'];
    if (typeof item['phase'] === 'string') {
      this.#losses.add('left_out.phase', `${path}/phase`, item['phase']);
    }
    if (role === 'assistant') this.#addAssistantText(item, index);
    else this.#addSpeech(roleOf(role), item['content'], { index, member: 'content' });
  }

  #addAssistantText(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    const parts = contentParts(item['content'], `${path}/content`, this.#losses);
    if (parts.length === 0) return;
    if (this.#assistant.isSpoken) this.#endAssistant(index);
    this.#assistant.addText(parts, path, this.#losses);
  }

  #addReasoning(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    const { encryptedReasoning } = this.#options;
    const losses = this.#losses;
    const reasoning = readReasoning(item, path, { encryptedReasoning, losses });
    if (reasoning === undefined) return;
    if (this.#assistant.isSpoken) this.#endAssistant(index);
    if (this.#assistant.calls.length > 0) losses.add('moved.reasoning', path, item);
    this.#assistant.addReasoning(reasoning);
  }

  #addCall(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    const call = readCall(item, path, this.#losses);
    if (call === undefined) {
      this.#losses.add(`left_out.${String(item['type'])}`, path, item);
      return;
    }
    // An id that comes again is a call of a message of its own: its output could not be told from the other's.
    if (this.#assistant.calls.some((open) => open.call.id === call.id)) this.#endAssistant(index);
    this.#assistant.addCall({ call, index });
  }

  /** Outputs of calls have been told behind their call; what is left answers none. */
  #addOutput(item: JsonRecord, index: number): void {
    const path = pathOf(index);
    this.#endAssistant(index);
    if (item['type'] === 'tool_search_output') {
      this.#tools.push(...readTools(item['tools'], `${path}/tools`, this.#losses));
    }
    if (this.#outputs.isTaken(index)) return;
    if (item['type'] === 'tool_search_output') {
      this.#losses.add('left_out.tool_search_output', path, item);
      return;
    }
    this.#losses.add('changed.uncalled_output', path, item);
    this.#addSpeech('user', item['output'], { index, member: 'output' });
  }

  #addSpeech(role: ChatRole, content: unknown, { index, member }: ContentPlace): void {
    const path = pathOf(index);
    this.#endAssistant(index);
    const parts = contentParts(content, `${path}/${member}`, this.#losses);
    if (parts.length > 0) this.#say(role, parts, path);
  }

  #say(role: ChatRole, parts: readonly ChatPart[], from: string): void {
    this.#messages.push({ role, parts, from: [from] });
  }

  /**
   * Tells the message that was put together, and behind it the outputs of its calls in the order they came.
   * @param next the item that comes now
   */
  #endAssistant(next: number): void {
    const assistant = this.#assistant;
    this.#assistant = new AssistantMessage();
    const answers: Answer[] = [];
    const unanswered: OpenCall[] = [];
    for (const open of assistant.calls) {
      const output = this.#outputs.take(open.call.id, open.index);
      if (output === undefined) unanswered.push(open);
      else answers.push({ open, output });
    }
    const isCut = this.#options.unanswered === 'cut';
    const calls = assistant.calls.filter((open) => !isCut || !unanswered.includes(open));
    const message = assistant.message(calls.map(({ call }) => call));
    if (message !== undefined) this.#messages.push(message);
    const inOrder = answers.toSorted((one, other) => one.output - other.output);
    for (const [position, answer] of inOrder.entries()) {
      if (answer.output !== next + position) {
        this.#losses.add('moved.output', pathOf(answer.output), this.#items[answer.output]);
      }
      this.#addAnswer(answer);
    }
    for (const { call } of unanswered) this.#addUnanswered(call);
  }

  #addAnswer({ open: { call }, output }: Answer): void {
    const item = recordIn(this.#items[output]) ?? {};
    const path = pathOf(output);
    this.#messages.push({
      role: 'tool',
      parts: this.#outputParts(item, path),
      ...toolOf(call),
      from: [path],
    });
  }

  #outputParts(item: JsonRecord, path: string): readonly ChatPart[] {
    if (item['type'] !== 'tool_search_output') {
      return contentParts(item['output'], `${path}/output`, this.#losses);
    }
    this.#losses.add('changed.tool_search', path, item);
    return [{ type: 'text', text: JSON.stringify(item['tools'] ?? []) }];
  }

  #addUnanswered(call: ChatCall): void {
    const { unanswered } = this.#options;
    if (unanswered === 'cut') this.#losses.add('left_out.unanswered_call', call.from, call.input);
    if (unanswered !== 'answer') return;
    this.#losses.add('added.output', call.from, abortedOutput);
    this.#messages.push({
      role: 'tool',
      parts: [{ type: 'text', text: abortedOutput }],
      ...toolOf(call),
      from: [call.from],
    });
  }
}

/** A call and the index of the item that answers it. */
interface Answer {
  readonly open: OpenCall;
  readonly output: number;
}

interface ContentPlace {
  readonly index: number;
  readonly member: 'content' | 'output';
}

function toolOf({ id, name, namespace }: ChatCall): Partial<ChatMessage> {
  return { callId: id, name, ...optional('namespace', namespace) };
}

function pathOf(index: number): string {
  return `/input/${String(index)}`;
}

function roleOf(role: unknown): ChatRole {
  return role === 'developer' || role === 'system' ? role : 'user';
}
