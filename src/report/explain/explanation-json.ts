/** Prints an explanation as JSON while it is made: a long session's is longer than a string may be. */

import type { SessionFacts } from '../../contract/inference.js';
import type { TokenCounterName } from '../../contract/tokens.js';
import type { Explanation, TimelineEntry } from './explanation.js';
import type { ExplainedStep } from './explain-session.js';

/** Takes the steps of one session; what it gives, joined, is the `Explanation` as one JSON line. */
export class ExplanationPrinter {
  readonly #head: string;
  readonly #timeline: TimelineEntry[] = [];

  constructor(session: SessionFacts, counter: TokenCounterName) {
    const head: Pick<Explanation, 'session' | 'counter'> = { session, counter };
    this.#head = JSON.stringify(head).slice(0, -1);
  }

  add({ request, entry }: Pick<ExplainedStep, 'request' | 'entry'>): string {
    const start = this.#timeline.length === 0 ? `${this.#head},"requests":[` : ',';
    this.#timeline.push(entry);
    return start + JSON.stringify(request);
  }

  /** @returns what stands behind the last request */
  end(): string {
    return `],"timeline":${JSON.stringify(this.#timeline)}}\n`;
  }
}
