/** A scanner that runs in WebAssembly: bytes are copied into its memory by pieces, and the tape is read where it lies. */

import type { JsonScanner } from '../../contract/kernels.js';
import { type ScanFault, tokenWords } from '../../contract/tape.js';
import { faultName } from '../fault-names.js';
import { ensureMemory, instantiate, type WasmExports } from './wasm-module.js';

/** What is copied at once: little enough to be in the cache when it is scanned. */
const pieceBytes = 256 * 1024;

/** Vectors are loaded whole, so behind the input there is as much as is read at once (`native/wasm/src/memory.rs`). */
const slackBytes = 64;

const firstTapeBytes = 1024 * tokenWords * 4;

const tapeFull = -1;

/**
 * Memory, from `free_memory()` on:
 *
 *   | input, `inputBytes` | slack | tape, `tapeBytes` |
 */
export class WasmScanner implements JsonScanner {
  tape: Uint32Array;
  tokenCount = 0;
  fault: ScanFault | undefined;
  faultOffset = 0;

  readonly #exports: WasmExports;
  readonly #input: number;
  readonly #report: number;
  #inputBytes = pieceBytes;
  #tapeBytes = firstTapeBytes;
  #memory: Uint8Array;
  #reports: Uint32Array;

  /** @throws Error when the module is not there or can't run here */
  constructor() {
    this.#exports = instantiate();
    this.#input = roundUp(this.#exports.free_memory());
    this.#report = this.#exports.report() >> 2;
    [this.#memory, this.#reports, this.tape] = this.#views();
  }

  reset(): void {
    this.#exports.reset();
    this.tokenCount = 0;
    this.fault = undefined;
  }

  step(bytes: Uint8Array, from: number, to: number, offset: number, final: boolean): number {
    let position = from;
    for (;;) {
      const pieceEnd = Math.min(to, position + this.#inputBytes);
      const isWhole = pieceEnd === to;
      const isFinal = final && isWhole;
      const read = this.#readPiece(
        bytes.subarray(position, pieceEnd),
        offset + position - from,
        isFinal,
      );
      if (read < 0) return -1;
      position += read;
      if (isWhole) return position;
      // A word as long as a piece: it must be seen whole, as the other kernels see it.
      if (read === 0) this.#layOut(this.#inputBytes * 2, this.#tapeBytes);
    }
  }

  /** Reads bytes of at most `#inputBytes`; returns how many, or -1 on a fault. */
  #readPiece(piece: Uint8Array, offset: number, isFinal: boolean): number {
    let position = 0;
    // Cost: a copy, a tenth of the scan's time (bench/kernels/scan). It spares all others from knowing whose memory
    // their bytes are in, which every view would have to be renewed for when it grows.
    this.#memory.set(piece, this.#input);
    for (;;) {
      const { length } = piece;
      const read = this.#exports.step(
        this.#input + position,
        length - position,
        offset + position,
        isFinal ? 1 : 0,
        this.#tapeStart(),
        this.#tapeBytes >> 2,
      );
      this.tokenCount = this.#reports[this.#report] as number;
      if (read >= 0) return position + read;
      const stop = position + (this.#reports[this.#report + 2] as number);
      if (read !== tapeFull) {
        this.fault = faultName(this.#reports[this.#report + 1] as number);
        this.faultOffset = offset + stop;
        return -1;
      }
      this.#layOut(this.#inputBytes, this.#tapeBytes * 2);
      position = stop;
    }
  }

  /** Makes room for more; the input and the tape keep what they hold. */
  #layOut(inputBytes: number, tapeBytes: number): void {
    const tapeBefore = this.#tapeStart();
    const usedBytes = this.tokenCount * tokenWords * 4;
    this.#inputBytes = inputBytes;
    this.#tapeBytes = tapeBytes;
    [this.#memory, this.#reports, this.tape] = this.#views();
    this.#memory.copyWithin(this.#tapeStart(), tapeBefore, tapeBefore + usedBytes);
  }

  #tapeStart(): number {
    return this.#input + this.#inputBytes + slackBytes;
  }

  #views(): [Uint8Array, Uint32Array, Uint32Array] {
    const tape = this.#tapeStart();
    ensureMemory(this.#exports, tape + this.#tapeBytes);
    const { buffer } = this.#exports.memory;
    return [
      new Uint8Array(buffer),
      new Uint32Array(buffer),
      new Uint32Array(buffer, tape, this.#tapeBytes >> 2),
    ];
  }
}

/** To the next multiple of sixteen. */
function roundUp(address: number): number {
  return (address + 15) & ~15;
}
