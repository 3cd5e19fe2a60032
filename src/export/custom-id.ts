/** Ids of batch requests: short, unique, the same in every run, and of the few characters that every batch API takes. */

import { createHash } from 'node:crypto';

/** What OpenAI's and Anthropic's batches both take. */
export const customIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Hexadecimal digits of the hash that stands in for an id which cannot be written, or is taken. */
const hashDigits = 32;

export class CustomIds {
  readonly #taken = new Set<string>();

  /**
   * @param request `<thread id>#<at>`
   * @returns `<thread id>-<at>` where that can be written; a second one of the same name is told apart by a hash
   */
  next(request: string): string {
    const plain = request.replace('#', '-');
    const isFree = customIdPattern.test(plain) && !this.#taken.has(plain);
    const id = isFree ? plain : this.#hashed(request);
    this.#taken.add(id);
    return id;
  }

  #hashed(request: string): string {
    for (let copy = 0; ; copy += 1) {
      const hash = createHash('sha256')
        .update(`${request}\0${String(copy)}`)
        .digest('hex');
      const id = `r-${hash.slice(0, hashDigits)}`;
      if (!this.#taken.has(id)) return id;
    }
  }
}
