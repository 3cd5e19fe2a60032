/** Requests of a trace until it is written: without their texts, and of each only what is new in it. */

import type { Inference, SessionFacts } from '../../contract/inference.js';
import type { BlockTable } from './block-table.js';
import { type BlockRule, type PromptBlocks, PromptReader } from './prompt-blocks.js';
import type { PromptUnits } from './prompt-units.js';
import { type RequestTimes, SessionTimes } from './request-times.js';

export interface LoggedRequest extends RequestTimes {
  readonly id: string;
  readonly source: Inference['source'];
  readonly prompt: PromptBlocks;
  readonly outputTokens: number;
}

/** Fewest tokens of an answer: no server takes a request that asks for none. */
const fewestOutputTokens = 1;

/** Makes the entries of one session after the other. */
export class RequestLog {
  readonly #reader: PromptReader;
  #times = new SessionTimes();

  constructor(rule: BlockRule, table: BlockTable) {
    this.#reader = new PromptReader(rule, table);
  }

  startSession({ startedAtMs }: SessionFacts): void {
    this.#reader.startSession();
    this.#times = new SessionTimes(startedAtMs);
  }

  /** @param units of the request as the trace means it, which may not be as it was sent */
  entry({ id, source, facts }: Inference, units: PromptUnits): LoggedRequest {
    return {
      id,
      source,
      ...this.#times.next(facts),
      prompt: this.#reader.read(units),
      outputTokens: Math.max(fewestOutputTokens, this.#outputTokens(facts)),
    };
  }

  #outputTokens({ usage, answer }: Inference['facts']): number {
    if (usage !== undefined) return usage.outputTokens;
    const counts = answer.map((item) => this.#reader.count(Buffer.from(JSON.stringify(item))));
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
