/** `openai-batch-chat`: the requests as chats, as lines of OpenAI's batch API. */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { chatBody, type ChatStyle } from '../chat/chat-body.js';
import { untold } from '../loss-list.js';
import { readStyle, styleOptions } from '../chat/chat-style.js';
import { batchCheck } from '../check/batch-line.js';
import { chatBodyShape } from '../check/chat-body.js';
import { stringIn } from '../json-values.js';
import { retarget } from '../retarget.js';
import { BatchLines } from './batch-lines.js';
import { limitOptions, readLimits } from './limits.js';

export const openaiBatchChat: ExportFormat = {
  name: 'openai-batch-chat',
  summary: 'OpenAI Batch input for /v1/chat/completions, which vllm run-batch reads as well',
  options: { ...styleOptions('openai'), ...limitOptions },
  create: (options, sink) => new BatchChat(options, sink),
  check: batchCheck('/v1/chat/completions', chatBodyShape),
};

class BatchChat implements Exporter {
  readonly #options: ExportOptions;
  readonly #style: ChatStyle;
  readonly #lines: BatchLines;
  readonly #sink: ExportSink;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#style = readStyle(options.format, 'openai');
    this.#sink = sink;
    this.#lines = new BatchLines('/v1/chat/completions', readLimits(options.format), sink);
  }

  add(inference: Inference): void {
    const { body, parts, losses } = chatBody(inference.request, this.#style);
    if (parts.length === 0) {
      this.#sink.lose(inference.id, [...losses, untold(inference)]);
      return;
    }
    const aimed = retarget(body, this.#options);
    this.#sink.lose(inference.id, losses);
    this.#lines.add(inference, {
      model: stringIn(aimed['model']),
      body: Buffer.from(JSON.stringify(aimed)),
      parts,
    });
  }
}
