/** One chat body a line, in one file: the shape that several programs read. */

import type { Exporter, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { chatBody, type ChatStyle } from '../chat/chat-body.js';
import { LossList, untold } from '../loss-list.js';
import { retarget } from '../retarget.js';

export interface BodyLinesOptions {
  readonly options: ExportOptions;
  readonly sink: ExportSink;
  readonly file: string;
  readonly style: ChatStyle;
  /** What becomes of a body before it is aimed at another server. */
  readonly finish?: (body: JsonRecord, inference: Inference, losses: LossList) => JsonRecord;
}

export class BodyLines implements Exporter {
  readonly #options: BodyLinesOptions;
  #lines = 0;

  constructor(options: BodyLinesOptions) {
    this.#options = options;
  }

  add(inference: Inference): void {
    const { options, sink, file, style, finish } = this.#options;
    const { body, parts, losses } = chatBody(inference.request, style);
    if (parts.length === 0) {
      sink.lose(inference.id, [...losses, untold(inference)]);
      return;
    }
    const added = new LossList();
    const finished = finish === undefined ? body : finish(body, inference, added);
    this.#lines += 1;
    sink.line(file, JSON.stringify(retarget(finished, options)));
    sink.lose(inference.id, [...losses, ...added.losses]);
    const { id, source } = inference;
    sink.place({ file, record: this.#lines, request: id, source, parts });
  }
}
