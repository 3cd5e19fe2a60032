/** Compares two corpora session by session, with two requests in memory at a time, and sums up what differs. */

import { type ErrorRecord, toErrorRecord } from '../../contract/errors.js';
import {
  type BeforeAfter,
  type ComparedRequest,
  type DiffOptions,
  diffRequests,
  type RequestDiff,
} from './diff-requests.js';
import { addDiff, type DiffTotals, emptyTotals } from './diff-totals.js';
import type { DiffSide, SessionPlace } from './open-side.js';

export interface CorpusDiff extends DiffTotals {
  readonly sessions: SidesCount;
  readonly requests: SidesCount & { readonly equal: number; readonly differ: number };
  readonly counter: DiffOptions['counter']['name'];
  readonly failures: readonly ErrorRecord[];
}

/** How many there are on both sides, and on one alone. */
export interface SidesCount {
  readonly both: number;
  readonly onlyBefore: number;
  readonly onlyAfter: number;
}

export interface CorpusDiffOptions extends DiffOptions {
  /** Told of each pair that differs. */
  readonly onDiff?: (diff: RequestDiff) => void;
}

/**
 * Requests are matched by thread and number; when each side is one session, by number.
 *
 * @returns counts; of a session that cannot be rendered they hold what came before the failure
 */
export async function diffCorpora(
  sides: BeforeAfter<DiffSide>,
  options: CorpusDiffOptions,
): Promise<CorpusDiff> {
  const comparison = new CorpusComparison(sides, options);
  await comparison.run();
  return comparison.result();
}

class CorpusComparison {
  readonly #sides: BeforeAfter<DiffSide>;
  readonly #options: CorpusDiffOptions;
  readonly #totals = emptyTotals();
  readonly #failures: ErrorRecord[] = [];
  readonly #sessions = { both: 0, onlyBefore: 0, onlyAfter: 0 };
  readonly #requests = { both: 0, onlyBefore: 0, onlyAfter: 0, equal: 0, differ: 0 };

  constructor(sides: BeforeAfter<DiffSide>, options: CorpusDiffOptions) {
    this.#sides = sides;
    this.#options = options;
  }

  async run(): Promise<void> {
    const before = [...this.#sides.before.places()];
    const after = [...this.#sides.after.places()];
    const isPair = before.length === 1 && after.length === 1;
    const waiting = new Map(after.map((place) => [isPair ? '' : place.threadId, place]));
    for (const place of before) {
      const key = isPair ? '' : place.threadId;
      const partner = waiting.get(key);
      waiting.delete(key);
      // Sessions are done one after the other: a side has one file open at a time.
      await this.#guard(place, () =>
        partner === undefined ? this.#countAlone(place, 'before') : this.#compare(place, partner),
      );
    }
    for (const place of waiting.values()) {
      await this.#guard(place, () => this.#countAlone(place, 'after'));
    }
  }

  result(): CorpusDiff {
    return {
      sessions: this.#sessions,
      requests: this.#requests,
      counter: this.#options.counter.name,
      ...this.#totals,
      failures: this.#failures,
    };
  }

  async #guard({ file }: SessionPlace, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#failures.push({ file, ...toErrorRecord(error) });
    }
  }

  async #countAlone(place: SessionPlace, side: 'before' | 'after'): Promise<void> {
    const only = side === 'before' ? 'onlyBefore' : 'onlyAfter';
    await this.#sides[side].read(place, (requests) => {
      while (requests.next().done !== true) this.#requests[only] += 1;
    });
    this.#sessions[only] += 1;
  }

  async #compare(one: SessionPlace, other: SessionPlace): Promise<void> {
    await this.#sides.before.read(one, (before) =>
      this.#sides.after.read(other, (after) => this.#walk(before, after)),
    );
    this.#sessions.both += 1;
  }

  /** Both come in the order of their numbers. */
  #walk(before: Iterator<ComparedRequest>, after: Iterator<ComparedRequest>): void {
    let [old, now] = [next(before), next(after)];
    while (old !== undefined || now !== undefined) {
      const order = (old?.at ?? Number.POSITIVE_INFINITY) - (now?.at ?? Number.POSITIVE_INFINITY);
      if (old !== undefined && now !== undefined && order === 0) this.#pair(old, now);
      else this.#requests[order < 0 ? 'onlyBefore' : 'onlyAfter'] += 1;
      if (order <= 0) old = next(before);
      if (order >= 0) now = next(after);
    }
  }

  #pair(before: ComparedRequest, after: ComparedRequest): void {
    this.#requests.both += 1;
    if (Buffer.compare(before.body, after.body) === 0) {
      this.#requests.equal += 1;
      return;
    }
    this.#requests.differ += 1;
    const diff = diffRequests({ before, after }, this.#options);
    addDiff(this.#totals, diff);
    this.#options.onDiff?.(diff);
  }
}

function next(requests: Iterator<ComparedRequest>): ComparedRequest | undefined {
  const step = requests.next();
  return step.done === true ? undefined : step.value;
}
