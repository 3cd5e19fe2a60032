/** `openai-batch-responses`: the requests themselves, as lines of OpenAI's batch API. */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { wireBody } from '../wire-body.js';
import { BatchLines } from './batch-lines.js';
import { limitOptions, readLimits } from './limits.js';

export const openaiBatchResponses: ExportFormat = {
  name: 'openai-batch-responses',
  summary: 'OpenAI Batch input for /v1/responses: the requests as they were sent',
  options: limitOptions,
  create: (options, sink) => new BatchResponses(options, sink),
};

class BatchResponses implements Exporter {
  readonly #options: ExportOptions;
  readonly #lines: BatchLines;
  readonly #sink: ExportSink;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#sink = sink;
    this.#lines = new BatchLines('/v1/responses', readLimits(options.format), sink);
  }

  add(inference: Inference): void {
    const { bytes, model, losses } = wireBody(inference, this.#options);
    this.#sink.lose(inference.id, losses);
    this.#lines.add(inference, { model, body: bytes });
  }
}
