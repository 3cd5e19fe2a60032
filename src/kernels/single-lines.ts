/** A line scanner that takes one line at a time, for kernels to which crossing costs little or nothing. */

import type { JsonScanner, LineScanner } from '../contract/kernels.js';

export class SingleLines implements LineScanner {
  readonly mostLines = 1;
  round = 0;
  readonly #scanner: JsonScanner;
  #isValue = false;

  constructor(scanner: JsonScanner) {
    this.#scanner = scanner;
  }

  get tape(): Uint32Array {
    return this.#scanner.tape;
  }

  get tokenCount(): number {
    return this.#scanner.tokenCount;
  }

  scanLines(bytes: Uint8Array, bounds: Uint32Array): void {
    this.round += 1;
    this.#scanner.reset();
    const [from, to] = bounds as Uint32Array & [number, number];
    this.#isValue = this.#scanner.step(bytes, from, to, 0, true) >= 0;
  }

  show(): boolean {
    return this.#isValue;
  }
}
