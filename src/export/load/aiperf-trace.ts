/** `aiperf-mooncake-trace`: a line a request with its whole body and its time (formats §3.2). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { LossList } from '../loss-list.js';
import { readChoice } from '../read-option.js';
import { checkAiperfTrace } from './check-aiperf-trace.js';
import { idleOption, readMostIdleMs } from './block-options.js';
import { outputOption, Payloads } from './payload.js';
import { type RequestTimes, SessionTimes, TimeLine } from './request-times.js';
import { SessionNames } from './session-names.js';

const file = 'trace.jsonl';

/**
 * `delay`: a session starts at its time, each later request is sent that long after the answer before it.
 * `timestamp`: each request has its time. `none`: no times, as fast as the answers come.
 */
const timings = ['delay', 'timestamp', 'none'] as const;

export const aiperfTrace: ExportFormat = {
  name: 'aiperf-mooncake-trace',
  summary: 'AIPerf mooncake_trace: whole request bodies with their times',
  options: {
    ...outputOption,
    ...idleOption,
    timing: {
      value: timings.join('|'),
      help: 'when requests behind the first of a session are sent',
      fallback: timings[0],
    },
  },
  create: (options, sink) => new AiperfTrace(options, sink),
  check: checkAiperfTrace,
};

class AiperfTrace implements Exporter {
  readonly #payloads: Payloads;
  readonly #sink: ExportSink;
  readonly #timing: (typeof timings)[number];
  readonly #mostIdleMs: number;
  readonly #timeLine: TimeLine;
  readonly #names = new SessionNames();
  #name = '';
  #times = new SessionTimes();
  #before: RequestTimes | undefined;
  #line = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#payloads = new Payloads(options);
    this.#sink = sink;
    this.#timing = readChoice(options.format, 'timing', timings);
    this.#mostIdleMs = readMostIdleMs(options);
    this.#timeLine = new TimeLine(this.#mostIdleMs);
  }

  startSession({ threadId, startedAtMs }: SessionFacts): void {
    this.#name = this.#names.next(threadId);
    this.#times = new SessionTimes(startedAtMs);
    this.#before = undefined;
  }

  add(inference: Inference): void {
    const { bytes, losses } = this.#payloads.of(inference);
    const assumed = new LossList();
    const times = this.#times.next(inference.facts, assumed);
    const head = { session_id: this.#name, ...this.#timeOf(times) };
    const opened = `${JSON.stringify(head).slice(0, -1)},"payload":`;
    this.#sink.line(file, Buffer.concat([Buffer.from(opened), bytes, Buffer.from('}')]));
    this.#line += 1;
    const { id: request, source } = inference;
    this.#sink.place({ file, record: this.#line, request, source });
    this.#sink.lose(request, [...losses, ...(this.#timing === 'none' ? [] : assumed.losses)]);
  }

  #timeOf(times: RequestTimes): object {
    const before = this.#before;
    this.#before = times;
    if (this.#timing === 'none') return {};
    if (before === undefined || this.#timing === 'timestamp') {
      return { timestamp: this.#timeLine.place(times) };
    }
    this.#timeLine.keepBusy(times.endMs);
    const waitMs = Math.max(0, times.startMs - before.endMs);
    return { delay: Math.min(this.#mostIdleMs, waitMs) };
  }
}
