/** `mooncake`: one line a request with its time, its lengths and the ids of its blocks, and no text (formats §3.1). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { LossList } from '../loss-list.js';
import { readChoice } from '../read-option.js';
import { wireBody } from '../wire-body.js';
import { BlockIds, PromptWalk } from './block-ids.js';
import { blockOptions, readBlockRule, readMostIdleMs } from './block-options.js';
import { BlockTable } from './block-table.js';
import { checkMooncake } from './check-mooncake.js';
import { promptUnits } from './prompt-units.js';
import { type LoggedRequest, RequestLog } from './request-log.js';
import { TimeLine } from './request-times.js';

const file = 'trace.jsonl';
const mooncakeBlock = 512;

/** `corpus`: one cache that all sessions share. `session`: prefixes are shared in a session only. */
const scopes = ['corpus', 'session'] as const;
const timestampUnits = ['ms', 's'] as const;
const msPerSecond = 1000;

export const mooncake: ExportFormat = {
  name: 'mooncake',
  summary: 'Mooncake trace: times, lengths and the prefix blocks that requests share, without text',
  options: {
    ...blockOptions(mooncakeBlock),
    scope: {
      value: scopes.join('|'),
      help: 'which sessions share prefixes',
      fallback: scopes[0],
    },
    'timestamp-unit': {
      value: timestampUnits.join('|'),
      help: 'ms as the format has it, or s as GuideLLM replays it',
      fallback: timestampUnits[0],
    },
  },
  create: (options, sink) => new Mooncake(options, sink),
  check: checkMooncake,
};

interface TimedRequest {
  readonly request: LoggedRequest;
  /** Of its session, which is walked in order. */
  readonly walk: PromptWalk;
}

class Mooncake implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #table = new BlockTable();
  readonly #log: RequestLog;
  readonly #scope: (typeof scopes)[number];
  readonly #unitMs: number;
  readonly #timeLine: TimeLine;
  readonly #blockTokens: number;
  readonly #requests: TimedRequest[] = [];
  #session: LoggedRequest[] = [];

  constructor(options: ExportOptions, sink: ExportSink) {
    const rule = readBlockRule(options, mooncakeBlock);
    this.#options = options;
    this.#sink = sink;
    this.#log = new RequestLog({ ...rule, rest: 'kept' }, this.#table);
    this.#blockTokens = rule.blockTokens;
    this.#scope = readChoice(options.format, 'scope', scopes);
    const unit = readChoice(options.format, 'timestamp-unit', timestampUnits);
    this.#unitMs = unit === 's' ? msPerSecond : 1;
    this.#timeLine = new TimeLine(readMostIdleMs(options));
  }

  startSession(session: SessionFacts): void {
    this.#log.startSession(session);
    this.#session = [];
    if (this.#scope === 'session') this.#table.forget();
  }

  add(inference: Inference): void {
    const wire = wireBody(inference, this.#options);
    const assumed = new LossList();
    this.#session.push(this.#log.entry(inference, promptUnits(wire.bytes), assumed));
    this.#sink.lose(inference.id, [...wire.losses, ...assumed.losses]);
  }

  endSession(): void {
    const walk = new PromptWalk();
    for (const request of this.#session) this.#requests.push({ request, walk });
    this.#session = [];
  }

  /** Lines are in the order of their times, which only the whole corpus tells. */
  finish(): void {
    const ids = new BlockIds(this.#table.size, 0);
    const inOrder = this.#requests.toSorted((a, b) => a.request.startMs - b.request.startMs);
    for (const [index, { request, walk }] of inOrder.entries()) {
      const { id, source, prompt, outputTokens } = request;
      const line = {
        timestamp: this.#timeLine.place(request) / this.#unitMs,
        input_length: prompt.tokens,
        output_length: outputTokens,
        hash_ids: ids.of(walk.next(prompt)),
      };
      this.#sink.line(file, JSON.stringify(line));
      this.#sink.place({ file, record: index + 1, request: id, source });
    }
    this.#sink.describe(file, { block_size: this.#blockTokens });
  }
}
