/** A scanner that runs in the native addon, over the bytes where they lie. */

import { atomNames } from '../../contract/atoms.js';
import type { JsonScanner } from '../../contract/kernels.js';
import { type ScanFault, tokenWords } from '../../contract/tape.js';
import { faultName } from '../fault-names.js';
import type { Addon, AddonScanner } from './load-addon.js';

/** The atoms as the addon takes them. */
export const names = new TextEncoder().encode(atomNames.map((name) => `${name}\n`).join(''));

/** Words before the tape: tokens on the tape, a fault's number, where the fault or the tape's end was met, nothing. */
const reportWords = 4;

const firstTapeWords = 1024 * tokenWords;

const isFinal = 1;
const isNewValue = 2;
const tapeFull = -1;

export class NativeScanner implements JsonScanner {
  tape: Uint32Array;
  tokenCount = 0;
  fault: ScanFault | undefined;
  faultOffset = 0;

  readonly #scanner: AddonScanner;
  #memory = new Uint32Array(reportWords + firstTapeWords);
  /** A new value is begun by the step that reads it: crossing costs a third of a short line's scan. */
  #isReset = true;

  /** @throws Error when the addon has no room for the atoms */
  constructor(addon: Addon) {
    this.#scanner = new addon.NativeScanner(names);
    this.tape = this.#memory.subarray(reportWords);
  }

  reset(): void {
    this.#isReset = true;
    this.tokenCount = 0;
    this.fault = undefined;
  }

  step(bytes: Uint8Array, from: number, to: number, offset: number, final: boolean): number {
    let flags = final ? isFinal : 0;
    if (this.#isReset) flags |= isNewValue;
    this.#isReset = false;
    const shift = offset - from;
    let position = from;
    for (;;) {
      const memory = this.#memory;
      const read = this.#scanner.step(bytes, memory, position, to, position + shift, flags);
      this.tokenCount = memory[0] as number;
      if (read >= 0) return read;
      if (read !== tapeFull) {
        this.fault = faultName(memory[1] as number);
        this.faultOffset = (memory[2] as number) + shift;
        return -1;
      }
      position = memory[2] as number;
      flags &= ~isNewValue;
      this.#memory = new Uint32Array(memory.length * 2);
      this.#memory.set(memory);
      this.tape = this.#memory.subarray(reportWords);
    }
  }
}
