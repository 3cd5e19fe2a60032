/** Puts the reports of runs, which come in any order, back in order and adds them up. */

import type { ErrorRecord } from '../contract/errors.js';
import type { NoticeCounts, PartReport, RunReport } from '../contract/protocol.js';

/** What a job came to. */
export interface JobTotals {
  readonly sessions: number;
  readonly requests: number;
  readonly failures: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly notices: NoticeCounts;
  readonly noticesLeftOut: number;
  /** Part files, in the order of the output. */
  readonly parts: readonly PartReport[];
}

export const emptyTotals: JobTotals = {
  sessions: 0,
  requests: 0,
  failures: 0,
  inputBytes: 0,
  outputBytes: 0,
  notices: {},
  noticesLeftOut: 0,
  parts: [],
};

export class ReportCollector {
  readonly #early = new Map<number, RunReport>();
  readonly #parts: PartReport[] = [];
  readonly #onFailure: (record: ErrorRecord) => void;
  #nextRun = 0;
  #totals = emptyTotals;

  /** @param onFailure is told of each failed session in the order of the input */
  constructor(onFailure: (record: ErrorRecord) => void) {
    this.#onFailure = onFailure;
  }

  /** Counts a session that failed before any run began. */
  addFailure(record: ErrorRecord): void {
    this.#totals = { ...this.#totals, failures: this.#totals.failures + 1 };
    this.#onFailure(record);
  }

  add(report: RunReport): void {
    this.#early.set(report.run, report);
    for (;;) {
      const next = this.#early.get(this.#nextRun);
      if (next === undefined) return;
      this.#early.delete(this.#nextRun++);
      this.#count(next);
    }
  }

  has(run: number): boolean {
    return run < this.#nextRun || this.#early.has(run);
  }

  totals(): JobTotals {
    return { ...this.#totals, parts: this.#parts };
  }

  #count(report: RunReport): void {
    const totals = this.#totals;
    this.#totals = {
      sessions: totals.sessions + report.sessions,
      requests: totals.requests + report.requests,
      failures: totals.failures + report.failures.length,
      inputBytes: totals.inputBytes + report.inputBytes,
      outputBytes: totals.outputBytes + report.outputBytes,
      notices: addCounts(totals.notices, report.notices),
      noticesLeftOut: totals.noticesLeftOut + report.noticesLeftOut,
      parts: [],
    };
    this.#parts.push(...report.parts);
    for (const failure of report.failures) this.#onFailure(failure);
  }
}

function addCounts(left: NoticeCounts, right: NoticeCounts): NoticeCounts {
  const sum: Record<string, number> = { ...left };
  for (const [code, count] of Object.entries(right)) sum[code] = (sum[code] ?? 0) + count;
  return sum;
}
