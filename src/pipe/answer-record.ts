/** Answers records one after the other: its requests, then an end or an error; nothing about one record ends the pipe. */

import { PromptmillError, toErrorRecord } from '../contract/errors.js';
import { optional } from '../contract/optional-member.js';
import type { SessionReport } from '../contract/request.js';
import { endsJob } from '../pool/output-errors.js';
import type { Answers, EndCounts, Label } from './answers.js';
import type { ContextShelf } from './context-shelf.js';
import { LineBuffer } from './line-buffer.js';
import { idOf, readRecord } from './read-record.js';
import { RecordRenderer } from './record-renderer.js';
import type { Incoming } from './split.js';

/** What was answered so far. */
export interface PipeCounts {
  readonly records: number;
  readonly requests: number;
  readonly failures: number;
}

export const noCounts: PipeCounts = { records: 0, requests: 0, failures: 0 };

export interface AnsweringOptions {
  readonly answers: Answers;
  readonly shelf: ContextShelf;
  /** The value of a record's bytes; undefined: no record at all. */
  readonly parse: (bytes: Uint8Array) => unknown;
  readonly maxFrameBytes: number;
}

export class Answering {
  private records = 0;
  private requests = 0;
  private failures = 0;
  private label: Label = { seq: 0 };
  private sent = 0;
  private readonly options: AnsweringOptions;
  private readonly renderer: RecordRenderer;
  private readonly lines: LineBuffer;

  constructor(options: AnsweringOptions) {
    this.options = options;
    this.renderer = new RecordRenderer(options.shelf);
    this.lines = new LineBuffer(options.maxFrameBytes, (line) => {
      options.answers.request(this.label, line);
      this.sent += 1;
    });
  }

  get counts(): PipeCounts {
    return { records: this.records, requests: this.requests, failures: this.failures };
  }

  /** @throws PromptmillError only what ends the pipe: the output cannot be written, or nobody reads it */
  async answer(incoming: Incoming): Promise<void> {
    const { answers } = this.options;
    this.label = { seq: this.records };
    this.sent = 0;
    try {
      const report = await this.render(incoming);
      if (report === undefined) return;
      this.requests += this.sent;
      answers.end(this.label, countsOf(report, this.sent));
    } catch (error) {
      if (endsJob(error)) throw error;
      this.lines.clear();
      this.failures += 1;
      answers.error(this.label, toErrorRecord(error), this.sent);
    }
    this.records += 1;
  }

  private async render(incoming: Incoming): Promise<SessionReport | undefined> {
    if (incoming.kind === 'oversized') throw oversized(incoming.byteLength, this.options);
    const value = this.options.parse(incoming.bytes);
    if (value === undefined) return undefined;
    this.label = { ...this.label, ...optional('id', idOf(value)) };
    const record = readRecord(value);
    try {
      return await this.renderer.render(record, this.lines);
    } catch (error) {
      throw error instanceof PromptmillError ? error.inFile(record.source.file) : error;
    }
  }
}

function countsOf(report: SessionReport, requests: number): EndCounts {
  const notices: { -readonly [Code in keyof EndCounts['notices']]: number } = {};
  for (const { code } of report.notices) notices[code] = (notices[code] ?? 0) + 1;
  const { recordedRequests, inputBytes, outputBytes, noticesLeftOut } = report;
  return { requests, recordedRequests, inputBytes, outputBytes, notices, noticesLeftOut };
}

function oversized(byteLength: number, { maxFrameBytes }: AnsweringOptions): PromptmillError {
  return new PromptmillError('record_too_large', 'the record is longer than is taken', {
    found: `${String(byteLength)} bytes`,
    expected: `at most ${String(maxFrameBytes)} bytes`,
    remedy: 'name the rollout by its path, or give a larger --max-frame',
  });
}
