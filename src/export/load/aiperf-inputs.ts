/** `aiperf-inputs-json`: sessions with their request bodies, sent one after the other as they are (formats §3.2). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { checkAiperfInputs } from './check-aiperf-inputs.js';
import { outputOption, Payloads } from './payload.js';
import { SessionNames } from './session-names.js';

const file = 'inputs.json';

export const aiperfInputs: ExportFormat = {
  name: 'aiperf-inputs-json',
  summary: 'AIPerf inputs_json: whole request bodies by session',
  options: outputOption,
  create: (options, sink) => new AiperfInputs(options, sink),
  check: checkAiperfInputs,
};

/** The file is one object, written piece by piece: a session is there once it has a request. */
class AiperfInputs implements Exporter {
  readonly #payloads: Payloads;
  readonly #sink: ExportSink;
  readonly #names = new SessionNames();
  #session: SessionFacts | undefined;
  #sessions = 0;
  /** Payloads of the session that is open. */
  #written = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#payloads = new Payloads(options);
    this.#sink = sink;
    sink.bytes(file, '{"data":[');
  }

  startSession(session: SessionFacts): void {
    this.endSession();
    this.#session = session;
  }

  add(inference: Inference): void {
    const { bytes, losses } = this.#payloads.of(inference);
    this.#sink.bytes(file, this.#written === 0 ? this.#open() : ',');
    this.#sink.bytes(file, bytes);
    const record = `/data/${String(this.#sessions - 1)}/payloads/${String(this.#written)}`;
    this.#written += 1;
    this.#sink.place({ file, record, request: inference.id, source: inference.source });
    this.#sink.lose(inference.id, losses);
  }

  endSession(): void {
    if (this.#written > 0) this.#sink.bytes(file, ']}');
    this.#written = 0;
  }

  finish(): void {
    this.endSession();
    this.#sink.bytes(file, ']}\n');
  }

  #open(): string {
    const id = JSON.stringify(this.#names.next(this.#session?.threadId ?? ''));
    this.#sessions += 1;
    return `${this.#sessions === 1 ? '' : ','}{"session_id":${id},"payloads":[`;
  }
}
