/** `openai-batch-responses`: the requests themselves, as lines of OpenAI's batch API. */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { batchCheck } from '../check/batch-line.js';
import { responsesBodyShape } from '../check/responses-body.js';
import { stringIn } from '../json-values.js';
import { readChoice } from '../read-option.js';
import { retarget, retargetLosses } from '../retarget.js';
import { strictBody } from '../strict/strict-body.js';
import { type WireBody, wireBody } from '../wire-body.js';
import { BatchLines } from './batch-lines.js';
import { limitOptions, readLimits } from './limits.js';

export const openaiBatchResponses: ExportFormat = {
  name: 'openai-batch-responses',
  summary: 'OpenAI Batch input for /v1/responses: the requests themselves',
  options: {
    dialect: {
      value: 'wire|strict',
      help: 'bodies byte for byte as they were sent, or as the published schema has them: ids filled in, the rest left out',
      fallback: 'wire',
    },
    stream: {
      value: 'strip|keep',
      help: 'whether a body keeps stream, which a batch does not take',
      fallback: 'strip',
    },
    ...limitOptions,
  },
  create: (options, sink) => new BatchResponses(options, sink),
  check: batchCheck('/v1/responses', responsesBodyShape),
};

class BatchResponses implements Exporter {
  readonly #bodyOf: (inference: Inference) => WireBody;
  readonly #lines: BatchLines;
  readonly #sink: ExportSink;

  constructor(options: ExportOptions, sink: ExportSink) {
    const { format } = options;
    const stripsStream = readChoice(format, 'stream', ['strip', 'keep']) === 'strip';
    const aimed = stripsStream ? { ...options, unset: [...options.unset, 'stream'] } : options;
    const dialect = readChoice(format, 'dialect', ['wire', 'strict']);
    const bodyOf = dialect === 'wire' ? wireBody : strictLine;
    this.#bodyOf = (inference) => bodyOf(inference, aimed);
    this.#sink = sink;
    this.#lines = new BatchLines('/v1/responses', readLimits(format), sink);
  }

  add(inference: Inference): void {
    const { bytes, model, losses } = this.#bodyOf(inference);
    this.#sink.lose(inference.id, losses);
    this.#lines.add(inference, { model, body: bytes });
  }
}

function strictLine({ request }: Inference, options: ExportOptions): WireBody {
  const { body, losses } = strictBody(request, options);
  const aimed = retarget(body, options);
  return {
    bytes: Buffer.from(JSON.stringify(aimed)),
    model: stringIn(aimed['model']),
    losses: [...losses, ...retargetLosses(body, options)],
  };
}
