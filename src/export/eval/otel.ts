/** `otel`: the attributes of an OpenTelemetry GenAI span for each request, one JSON line each (formats §2.8). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts, TokenUsage } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { readExchange } from '../chat/read-exchange.js';
import { checkOtel } from '../check/otel.js';
import { otelAnswer, otelMessage, otelPart, otelTool } from './otel-messages.js';

const file = 'spans.jsonl';
const defaultProvider = 'openai';

export const otel: ExportFormat = {
  name: 'otel',
  summary: 'OpenTelemetry GenAI: the attributes of a span for each request',
  options: {
    provider: {
      value: 'NAME',
      help: 'what gen_ai.provider.name says',
      fallback: defaultProvider,
    },
  },
  create: (options, sink) => new OtelSpans(options, sink),
  check: checkOtel,
};

class OtelSpans implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  #session: SessionFacts | undefined;
  #spans = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#sink = sink;
  }

  startSession(session: SessionFacts): void {
    this.#session = session;
  }

  add(inference: Inference): void {
    const { chat, answer } = readExchange(inference, this.#options);
    const { messages, tools, model, losses } = chat;
    // Base instructions have a field of their own; it takes parts, no messages.
    const isInstructed = messages[0]?.from[0] === '/instructions';
    const said = isInstructed ? messages.slice(1) : messages;
    const instructions = isInstructed ? messages[0]?.parts.map(otelPart) : undefined;
    const span = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': this.#options.format['provider'] ?? defaultProvider,
      ...optional('gen_ai.request.model', model),
      ...optional('gen_ai.conversation.id', this.#session?.threadId),
      'promptmill.request.id': inference.id,
      'promptmill.request.kind': inference.kind,
      ...usageOf(inference.facts.usage),
      ...optional('gen_ai.system_instructions', instructions),
      'gen_ai.input.messages': said.map(otelMessage),
      ...(answer.length === 0 ? {} : { 'gen_ai.output.messages': answer.map(otelAnswer) }),
      ...(tools.length === 0 ? {} : { 'gen_ai.tool.definitions': tools.map(otelTool) }),
    };
    this.#spans += 1;
    this.#sink.line(file, JSON.stringify(span));
    this.#sink.place({
      file,
      record: this.#spans,
      id: inference.id,
      request: inference.id,
      source: inference.source,
      parts: said.map(({ from }) => from),
    });
    this.#sink.lose(inference.id, losses);
  }
}

function usageOf(usage: TokenUsage | undefined): JsonRecord {
  if (usage === undefined) return {};
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
  };
}
