/**
 * Numbers blocks of tokens. A block is the tokens in it and the block in front of it, so that one number stands for a
 * whole prefix (formats §3.1). Numbers are given by first appearance, from 0: they tell which prefixes are equal and
 * nothing of what is in them. Digests never leave this table, so they need no salt.
 */

import { createHash } from 'node:crypto';

/** The predecessor of a first block. */
export const noBlock = -1;

/** 32-bit words of a digest that are kept: 128 bits, so that two blocks never share a number by chance. */
const digestWords = 4;
const firstSlots = 1024;

/**
 * An open hash table in typed arrays: 20 bytes a slot, 27 to 54 a block, where a map of strings takes about 100 and ends
 * at 16 million entries. Catch: it only grows.
 */
export class BlockTable {
  /** Numbers counted from 1; 0 is a free slot. */
  #numbers = new Int32Array(firstSlots);
  #digests = new Uint32Array(firstSlots * digestWords);
  #size = 0;

  /** How many blocks there are; the next new one gets this number. */
  get size(): number {
    return this.#size;
  }

  /** Forgets all blocks, and goes on counting. */
  forget(): void {
    this.#numbers.fill(0);
  }

  /**
   * @param before the number of the block in front of it, or `noBlock`
   * @returns the block's number, a new one on first sight
   */
  numberOf(before: number, tokens: Uint32Array): number {
    if ((this.#size + 1) * 4 > this.#numbers.length * 3) this.#grow();
    const digest = digestOf(before, tokens);
    const slot = this.#slotOf(digest);
    const known = this.#numbers[slot] ?? 0;
    if (known !== 0) return known - 1;
    this.#digests.set(digest, slot * digestWords);
    this.#size += 1;
    this.#numbers[slot] = this.#size;
    return this.#size - 1;
  }

  /** The slot that holds the digest, or the free one where it goes. */
  #slotOf(digest: Uint32Array): number {
    const last = this.#numbers.length - 1;
    let slot = (digest[0] ?? 0) & last;
    while (this.#numbers[slot] !== 0 && !this.#holds(slot, digest)) slot = (slot + 1) & last;
    return slot;
  }

  #holds(slot: number, digest: Uint32Array): boolean {
    const at = slot * digestWords;
    return digest.every((word, index) => this.#digests[at + index] === word);
  }

  #grow(): void {
    const numbers = this.#numbers;
    const digests = this.#digests;
    this.#numbers = new Int32Array(numbers.length * 2);
    this.#digests = new Uint32Array(digests.length * 2);
    for (let slot = 0; slot < numbers.length; slot += 1) {
      const number = numbers[slot] ?? 0;
      if (number === 0) continue;
      const digest = digests.subarray(slot * digestWords, (slot + 1) * digestWords);
      const free = this.#slotOf(digest);
      this.#numbers[free] = number;
      this.#digests.set(digest, free * digestWords);
    }
  }
}

function digestOf(before: number, tokens: Uint32Array): Uint32Array {
  const digest = createHash('sha256').update(Int32Array.of(before)).update(tokens).digest();
  return new Uint32Array(digest.buffer, digest.byteOffset, digestWords);
}
