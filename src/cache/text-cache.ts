/** Keeps rendered texts by key, the ones used last, bounded by their bytes. */

import { LRUCache } from 'lru-cache';

export class TextCache {
  readonly #texts: LRUCache<string, string>;

  /** @param maxBytes bound of what is kept, in bytes of UTF-16 */
  constructor(maxBytes: number) {
    this.#texts = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (text) => text.length * 2 + 1,
    });
  }

  /** The text of `key`, rendered when it is not kept; an undefined text is rendered each time. */
  get(key: string, render: () => string | undefined): string | undefined {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = render();
    if (text !== undefined) this.#texts.set(key, text);
    return text;
  }
}
