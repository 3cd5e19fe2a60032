/** `vllm-custom`: what `vllm bench serve --dataset-name custom` reads (formats §3.4). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { flatNames } from '../chat/flat-names.js';
import { functionsOnly } from '../chat/functions-only.js';
import { toChat } from '../chat/to-chat.js';
import { record, text, whole } from '../check/shape.js';
import { LossList } from '../loss-list.js';
import { outputTokenOptions, outputTokens, readOutputTokens } from '../output-tokens.js';
import { chatmlText } from './chatml.js';

const file = 'vllm.jsonl';

const line = record({ required: { prompt: text, output_tokens: whole(1) } });

export const vllmCustom: ExportFormat = {
  name: 'vllm-custom',
  summary:
    'texts with output_tokens for vllm bench serve --dataset-name custom --skip-chat-template --disable-shuffle',
  options: outputTokenOptions,
  create: (options, sink) => new VllmLines(options, sink),
  check: {
    form: 'lines',
    start: () => (value, report) => line(value, '', report),
  },
};

/** A line has no body, so nothing of the options that aim a body has a place in it. */
class VllmLines implements Exporter {
  readonly #outputTokens: number | undefined;
  readonly #sink: ExportSink;
  #lines = 0;

  constructor({ format }: ExportOptions, sink: ExportSink) {
    this.#outputTokens = readOutputTokens(format);
    this.#sink = sink;
  }

  add(inference: Inference): void {
    const chat = flatNames(functionsOnly(toChat(inference.request)));
    const losses = new LossList();
    const prompt = chatmlText(chat, losses);
    const tokens = this.#outputTokens ?? outputTokens(inference, losses);
    this.#lines += 1;
    const { id: request, source } = inference;
    this.#sink.line(file, JSON.stringify({ prompt, output_tokens: tokens }));
    this.#sink.lose(request, [...chat.losses, ...losses.losses]);
    const parts = chat.messages.map(({ from }) => from);
    this.#sink.place({ file, record: this.#lines, request, source, parts });
  }
}
