/** Ids of sessions that a file may hold once, when the same thread comes in several rollouts. */

export class SessionNames {
  readonly #taken = new Set<string>();

  /** @returns the thread's id; with a number behind it when that is taken */
  next(threadId: string): string {
    let name = threadId;
    for (let copy = 2; this.#taken.has(name); copy += 1) name = `${threadId}-${String(copy)}`;
    this.#taken.add(name);
    return name;
  }
}
