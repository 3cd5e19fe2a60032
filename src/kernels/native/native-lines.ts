/** A line scanner that crosses into the addon once for many lines. */

import type { LineScanner } from '../../contract/kernels.js';
import { tokenWords } from '../../contract/tape.js';
import type { Addon, AddonScanner } from './load-addon.js';
import { names } from './native-scanner.js';

const mostLines = 64;
const reportWords = 4;
const firstTapeWords = 8192 * tokenWords;

/** Cost: lines that nobody asks for may be scanned. Gain: a crossing takes as long as the scan of 2 kB (bench/kernels/scan). */
export class NativeLines implements LineScanner {
  readonly mostLines = mostLines;
  round = 0;
  tape = new Uint32Array(0);
  tokenCount = 0;

  readonly #scanner: AddonScanner;
  readonly #reports = new Uint32Array(mostLines * reportWords);
  #tokens = new Uint32Array(firstTapeWords);

  /** @throws Error when the addon has no room for the atoms */
  constructor(addon: Addon) {
    this.#scanner = new addon.NativeScanner(names);
  }

  scanLines(bytes: Uint8Array, bounds: Uint32Array, count: number): void {
    this.round += 1;
    let done = 0;
    for (;;) {
      done = this.#scanner.scanLines(bytes, bounds, this.#reports, this.#tokens, done, count);
      if (done === count) return;
      const grown = new Uint32Array(this.#tokens.length * 2);
      grown.set(this.#tokens);
      this.#tokens = grown;
    }
  }

  show(line: number): boolean {
    const at = line * reportWords;
    const first = this.#reports[at] as number;
    this.tokenCount = this.#reports[at + 1] as number;
    this.tape = this.#tokens.subarray(first * tokenWords, (first + this.tokenCount) * tokenWords);
    return this.#reports[at + 2] === 0;
  }
}
