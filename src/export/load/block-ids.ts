/** Block ids as a trace writes them: numbered by first appearance in the order of its records. */

import type { PromptBlocks } from './prompt-blocks.js';

/** The blocks of a session's prompts, unfolded one after the other. */
export class PromptWalk {
  readonly #blocks: number[] = [];

  /** @returns all blocks of the next prompt; valid until the one after it */
  next({ kept, added }: PromptBlocks): readonly number[] {
    this.#blocks.length = kept;
    for (const block of added) this.#blocks.push(block);
    return this.#blocks;
  }
}

export class BlockIds {
  readonly #firstId: number;
  /** Ids by block, counted from 1; 0 has none yet. */
  readonly #ids: Int32Array;
  #seen: number[] = [];

  /** @param blocks how many there are */
  constructor(blocks: number, firstId: number) {
    this.#ids = new Int32Array(blocks);
    this.#firstId = firstId;
  }

  /** Begins a scope of its own: ids count from the first one again. */
  restart(): void {
    for (const block of this.#seen) this.#ids[block] = 0;
    this.#seen = [];
  }

  of(blocks: readonly number[]): readonly number[] {
    return blocks.map((block) => {
      if (this.#ids[block] === 0) {
        this.#seen.push(block);
        this.#ids[block] = this.#seen.length;
      }
      return (this.#ids[block] ?? 0) - 1 + this.#firstId;
    });
  }
}
