/** The kernel in WebAssembly. It scans; line ends and UTF-8 are left to Node's own functions. */

import type { Kernel } from '../../contract/kernels.js';
import { jsKernel } from '../js/kernel.js';
import { SingleLines } from '../single-lines.js';
import { WasmScanner } from './wasm-scanner.js';

/**
 * Node finds line ends and checks UTF-8 in machine code, in the memory that the bytes are in: faster than they could be
 * copied into a WebAssembly memory (bench/kernels/line-ends).
 *
 * Its scanners are instances, each with a memory of its own; making one throws where the module can't be loaded.
 */
export const wasmKernel: Kernel = {
  name: 'wasm',
  createScanner: () => new WasmScanner(),
  createLineScanner: () => new SingleLines(new WasmScanner()),
  findLineEnds: jsKernel.findLineEnds,
  isUtf8: jsKernel.isUtf8,
};
