/** Requests of a trace until it is written: without their texts, and of each only what is new in it. */

import type { Inference, SessionFacts } from '../../contract/inference.js';
import type { LossList } from '../loss-list.js';
import { outputTokens } from '../output-tokens.js';
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
  entry(inference: Inference, units: PromptUnits, losses: LossList): LoggedRequest {
    const { id, source, facts } = inference;
    return {
      id,
      source,
      ...this.#times.next(facts, losses),
      prompt: this.#reader.read(units),
      outputTokens: outputTokens(inference, losses),
    };
  }
}
