/** What holds of block ids in every trace (formats §3.1), whatever the size of a block. */

import type { Place } from './trace-shapes.js';

export class BlockIdCheck {
  /** What the next new id has to be; undefined where ids go on from other files. */
  #next: number | undefined;
  /** The id in front of each, -1 for a first one. */
  readonly #before = new Map<number, number>();

  constructor(firstId: number | undefined) {
    this.#next = firstId;
  }

  /** An id stands for a whole prefix, so it never follows two different ones; new ids count up. */
  add(ids: readonly number[], place: Place): void {
    for (const [index, id] of ids.entries()) {
      const before = index === 0 ? -1 : (ids[index - 1] ?? -1);
      const known = this.#before.get(id);
      if (known === undefined) this.#addNew(id, index, place);
      else if (known !== before) {
        reportAt(place, index, {
          found: `${String(id)} behind ${nameOf(before)}`,
          expected: `behind ${nameOf(known)}, as before`,
        });
      }
      if (known === undefined) this.#before.set(id, before);
    }
  }

  #addNew(id: number, index: number, place: Place): void {
    if (this.#next === undefined) return;
    if (id !== this.#next) {
      reportAt(place, index, {
        found: String(id),
        expected: `${String(this.#next)}, the next new id, or one that was there before`,
      });
    }
    this.#next = Math.max(this.#next, id + 1);
  }
}

function reportAt(
  { path, report }: Place,
  index: number,
  fault: { readonly found: string; readonly expected: string },
): void {
  report({ path: `${path}/${String(index)}`, ...fault });
}

function nameOf(id: number): string {
  return id === -1 ? 'nothing' : String(id);
}
