/** `anthropic-batch`: bodies for Anthropic's Message Batches, in JSON objects that are written as they grow. */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { Inference } from '../../contract/inference.js';
import { anthropicCheck } from '../check/anthropic-batch.js';
import { CustomIds } from '../custom-id.js';
import { untold } from '../loss-list.js';
import { arrayIn } from '../json-values.js';
import { readCount } from '../read-option.js';
import { retarget } from '../retarget.js';
import { messagesBody } from './messages-body.js';

/** What a batch may hold. */
const mostBytes = 256 * 1000 * 1000;
const mostRequests = 100_000;

/** The length of an answer where nothing names one. */
const usualMaxTokens = 4096;

const head = '{"requests":[';
const tail = '\n]}\n';

export const anthropicBatch: ExportFormat = {
  name: 'anthropic-batch',
  summary: 'bodies for Anthropic’s POST /v1/messages/batches',
  options: {
    'max-tokens': {
      value: 'N',
      help: 'the length of an answer, where the request names none',
      fallback: String(usualMaxTokens),
    },
    'part-bytes': {
      value: 'N',
      help: 'bytes a batch holds at most',
      fallback: String(mostBytes),
    },
    'part-requests': {
      value: 'N',
      help: 'requests a batch holds at most',
      fallback: String(mostRequests),
    },
  },
  create: (options, sink) => new AnthropicBatch(options, sink),
  check: anthropicCheck,
};

interface Part {
  readonly file: string;
  bytes: number;
  requests: number;
}

class AnthropicBatch implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #maxTokens: number;
  readonly #most: { readonly bytes: number; readonly requests: number };
  readonly #ids = new CustomIds();
  #part: Part | undefined;
  #parts = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    const { format } = options;
    this.#options = options;
    this.#sink = sink;
    this.#maxTokens = readCount(format, 'max-tokens', usualMaxTokens);
    this.#most = {
      bytes: readCount(format, 'part-bytes', mostBytes),
      requests: readCount(format, 'part-requests', mostRequests),
    };
  }

  add(inference: Inference): void {
    const { id: request, source, request: sent } = inference;
    const { body, parts, losses } = messagesBody(sent, this.#maxTokens);
    if (!hasMessages(body)) {
      this.#sink.lose(request, [...losses, untold(inference)]);
      return;
    }
    const id = this.#ids.next(request);
    const entry = JSON.stringify({ custom_id: id, params: retarget(body, this.#options) });
    const bytes = Buffer.byteLength(entry);
    const part = this.#partFor(bytes);
    this.#sink.bytes(part.file, `${part.requests === 0 ? '' : ','}\n${entry}`);
    const record = `/requests/${String(part.requests)}`;
    this.#sink.place({ file: part.file, record, id, request, source, parts });
    this.#sink.lose(request, losses);
    part.bytes += bytes + 2;
    part.requests += 1;
  }

  finish(): void {
    this.#endPart();
  }

  #partFor(entryBytes: number): Part {
    const part = this.#part;
    const isFull =
      part !== undefined &&
      (part.requests >= this.#most.requests || part.bytes + entryBytes + 2 > this.#most.bytes);
    if (part !== undefined && !isFull) return part;
    this.#endPart();
    const file = `part-${String(this.#parts).padStart(5, '0')}.json`;
    const next = { file, bytes: head.length + tail.length, requests: 0 };
    this.#parts += 1;
    this.#part = next;
    this.#sink.bytes(file, head);
    this.#sink.describe(file, { endpoint: '/v1/messages/batches' });
    return next;
  }

  #endPart(): void {
    if (this.#part !== undefined) this.#sink.bytes(this.#part.file, tail);
    this.#part = undefined;
  }
}

function hasMessages(body: JsonRecord): boolean {
  return arrayIn(body['messages']).length > 0;
}
