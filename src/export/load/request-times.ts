/** When requests were sent and answered, as far as the rollout tells. */

import type { InferenceFacts } from '../../contract/inference.js';
import type { LossList } from '../loss-list.js';

/** In milliseconds of Unix time. */
export interface RequestTimes {
  readonly startMs: number;
  /** The start itself where no answer is recorded. */
  readonly endMs: number;
}

/** The times of one session's requests, in their order. */
export class SessionTimes {
  #newest: RequestTimes;

  constructor(startedAtMs = 0) {
    this.#newest = { startMs: startedAtMs, endMs: startedAtMs };
  }

  /** A request without a time is taken to follow the answer before it at once; none starts before the one before it. */
  next({ sentAtMs, answeredAtMs }: InferenceFacts, losses: LossList): RequestTimes {
    if (sentAtMs === undefined) losses.add('assumed.time', '', undefined);
    const startMs = Math.max(this.#newest.startMs, sentAtMs ?? this.#newest.endMs);
    const endMs = Math.max(startMs, answeredAtMs ?? startMs);
    this.#newest = { startMs, endMs };
    return this.#newest;
  }
}

/**
 * A time line from 0 on which waiting with nothing under way takes a given time at most. Spans are asked for in the
 * order they start; one that starts before the first is put at its start.
 */
export class TimeLine {
  readonly #mostIdleMs: number;
  #zeroMs: number | undefined;
  #busyUntilMs = 0;

  constructor(mostIdleMs: number) {
    this.#mostIdleMs = mostIdleMs;
  }

  /** @returns when the span starts, in milliseconds from 0 */
  place({ startMs, endMs }: RequestTimes): number {
    const isFirst = this.#zeroMs === undefined;
    this.#zeroMs ??= startMs;
    const idleMs = isFirst ? 0 : startMs - this.#busyUntilMs;
    if (idleMs > this.#mostIdleMs) this.#zeroMs += idleMs - this.#mostIdleMs;
    this.keepBusy(endMs);
    return Math.max(0, startMs - this.#zeroMs);
  }

  /** Something that was placed goes on until then. */
  keepBusy(endMs: number): void {
    this.#busyUntilMs = Math.max(this.#busyUntilMs, endMs);
  }
}
