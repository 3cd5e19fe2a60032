/** Loads the WebAssembly module that is shipped beside this file, and knows what it exports. */

import { readFileSync } from 'node:fs';
import { codeRoot } from '../../contract/code-root.js';
import { atomNames } from '../../contract/atoms.js';

/** What `native/wasm` exports. Addresses and lengths are in bytes unless the name says otherwise. */
export interface WasmExports {
  readonly memory: WebAssembly.Memory;
  /** The first address that the module does not use itself. */
  readonly free_memory: () => number;
  /** Address of three words: tokens on the tape, a fault's number, where the fault or the tape's end was met. */
  readonly report: () => number;
  readonly reset: () => void;
  readonly set_atoms: (names: number, length: number) => number;
  /** Scans `length` bytes, behind which `slackBytes` more can be read. @returns how many it read, -1 when the tape is full, -2 on a fault. */
  readonly step: (
    input: number,
    length: number,
    offset: number,
    isFinal: number,
    tape: number,
    tapeWords: number,
  ) => number;
}

const pageBytes = 65_536;

let compiled: WebAssembly.Module | undefined;

/**
 * A new instance, with a memory of its own, that knows the atoms.
 * @throws Error when the module is not there or can't run here (no SIMD)
 */
export function instantiate(): WasmExports {
  compiled ??= new WebAssembly.Module(
    readFileSync(new URL('kernels/wasm/promptmill.wasm', codeRoot)),
  );
  const { exports } = new WebAssembly.Instance(compiled);
  if (!isKernel(exports)) throw new Error('the WebAssembly module lacks an export');
  const names = new TextEncoder().encode(atomNames.map((name) => `${name}\n`).join(''));
  const at = exports.free_memory();
  ensureMemory(exports, at + names.length);
  new Uint8Array(exports.memory.buffer).set(names, at);
  if (exports.set_atoms(at, names.length) !== 1) {
    throw new Error('the WebAssembly module has no room for the atoms');
  }
  return exports;
}

/** Makes the memory at least `lengthBytes` long. Views of it are lost when it grows. */
export function ensureMemory({ memory }: WasmExports, lengthBytes: number): void {
  const missing = lengthBytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

function isKernel(exports: WebAssembly.Exports): exports is WebAssembly.Exports & WasmExports {
  const { memory, free_memory: free, report, reset, set_atoms: setAtoms, step } = exports;
  return (
    memory instanceof WebAssembly.Memory &&
    [free, report, reset, setAtoms, step].every((member) => typeof member === 'function')
  );
}
