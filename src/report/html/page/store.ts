/** What the reader has chosen. Views are told of each change. */

export interface Choice {
  /** Index of the request. */
  readonly request: number;
  /** Position of the part whose provenance is shown; -1 for none. */
  readonly selected: number;
  /** Id of the section that alone is shown; empty for all. */
  readonly section: string;
  readonly measure: 'bytes' | 'tokens';
  readonly query: string;
  /** Number of the hit that is shown, from 0. */
  readonly hit: number;
}

type Listener = (now: Choice, before: Choice) => void;

export class Store {
  #now: Choice;
  readonly #listeners: Listener[] = [];

  constructor(start: Choice) {
    this.#now = start;
  }

  get now(): Choice {
    return this.#now;
  }

  set(change: Partial<Choice>): void {
    const before = this.#now;
    this.#now = { ...before, ...change };
    for (const listener of this.#listeners) listener(this.#now, before);
  }

  /** What was chosen within a request is of that request alone. */
  chooseRequest(request: number): void {
    this.set({ request, selected: -1, hit: 0 });
  }

  /** In the order in which they were added. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }
}
