/** `inspect`: a sample for each request, its target what the model answered, and a task that runs them (formats §2.1). */

import type { ChatTool } from '../../contract/chat.js';
import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { developerAs } from '../chat/developer-role.js';
import { readExchange, textOfMessages } from '../chat/read-exchange.js';
import { CustomIds } from '../custom-id.js';
import { LossList } from '../loss-list.js';
import { checkInspect } from '../check/inspect.js';
import { inspectCall, inspectMessage } from './inspect-messages.js';
import { inspectTask } from './inspect-task.js';

const samplesFile = 'samples.jsonl';

export const inspect: ExportFormat = {
  name: 'inspect',
  summary: 'Inspect AI: samples and a task that runs them',
  options: {},
  create: (options, sink) => new InspectSamples(options, sink),
  check: checkInspect,
};

class InspectSamples implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #ids = new CustomIds();
  #session: SessionFacts | undefined;
  #samples = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#sink = sink;
    sink.bytes('task.py', inspectTask(samplesFile));
  }

  startSession(session: SessionFacts): void {
    this.#session = session;
  }

  add(inference: Inference): void {
    const exchange = readExchange(inference, this.#options, this.#options.encryptedReasoning);
    const { messages, tools, model, losses } = developerAs(exchange.chat, 'system');
    const { answer } = exchange;
    const own = new LossList();
    const id = this.#ids.next(inference.id);
    const sample = {
      id,
      input: messages.map((message) => inspectMessage(message, own)),
      target: textOfMessages(answer),
      metadata: {
        request_id: inference.id,
        ...optional('session_id', this.#session?.sessionId),
        at: inference.at,
        kind: inference.kind,
        ...optional('model', model),
        tools: tools.map(inspectTool),
        answer_calls: answer.flatMap(({ calls = [] }) => calls.map(inspectCall)),
      },
    };
    this.#samples += 1;
    this.#sink.line(samplesFile, JSON.stringify(sample));
    this.#sink.place({
      file: samplesFile,
      record: this.#samples,
      id,
      request: inference.id,
      source: inference.source,
      parts: messages.map(({ from }) => from),
    });
    this.#sink.lose(inference.id, [...losses, ...own.losses]);
  }
}

function inspectTool({ name, description = '', parameters }: ChatTool): JsonRecord {
  return { name, description, parameters: parameters ?? { type: 'object', properties: {} } };
}
