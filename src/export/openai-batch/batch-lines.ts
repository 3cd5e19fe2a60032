/** Lines of a batch, cut into files that OpenAI takes: one model each, bounded in bytes and in lines. */

import type { ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { CustomIds } from '../custom-id.js';

/** What the batch API takes a file (formats §1.1), the line ends counted. */
export interface BatchLimits {
  readonly bytes: number;
  readonly lines: number;
}

export type BatchUrl = '/v1/responses' | '/v1/chat/completions';

export interface BatchRequest {
  readonly model: string | undefined;
  /** The body, JSON in UTF-8. */
  readonly body: Uint8Array;
  /** For each message of the body: the parts of the request it was made from. */
  readonly parts?: readonly (readonly string[])[];
}

interface Part {
  readonly file: string;
  bytes: number;
  lines: number;
}

export class BatchLines {
  readonly #url: BatchUrl;
  readonly #limits: BatchLimits;
  readonly #sink: ExportSink;
  readonly #ids = new CustomIds();
  /** The part that is being filled, by model. */
  readonly #open = new Map<string | undefined, Part>();
  #parts = 0;

  constructor(url: BatchUrl, limits: BatchLimits, sink: ExportSink) {
    this.#url = url;
    this.#limits = limits;
    this.#sink = sink;
  }

  /** A line that is larger than a file may be has a file of its own, which the validator refuses. */
  add({ id: request, source }: Inference, { model, body, parts }: BatchRequest): void {
    const id = this.#ids.next(request);
    const line = Buffer.concat([Buffer.from(this.#head(id)), body, Buffer.from('}')]);
    const part = this.#partFor(model, line.length + 1);
    part.bytes += line.length + 1;
    part.lines += 1;
    this.#sink.line(part.file, line);
    this.#sink.place({
      file: part.file,
      record: part.lines,
      id,
      request,
      source,
      ...(parts === undefined ? {} : { parts }),
    });
  }

  #head(id: string): string {
    return `{"custom_id":${JSON.stringify(id)},"method":"POST","url":"${this.#url}","body":`;
  }

  #partFor(model: string | undefined, lineBytes: number): Part {
    const open = this.#open.get(model);
    const { bytes, lines } = this.#limits;
    if (open !== undefined && open.bytes + lineBytes <= bytes && open.lines < lines) return open;
    const file = `part-${String(this.#parts).padStart(5, '0')}.jsonl`;
    const part = { file, bytes: 0, lines: 0 };
    this.#parts += 1;
    this.#open.set(model, part);
    this.#sink.describe(file, { endpoint: this.#url, ...(model === undefined ? {} : { model }) });
    return part;
  }
}
