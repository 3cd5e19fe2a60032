import { describe } from 'vitest';
import { wasmKernel } from '../../src/kernels/wasm/kernel.js';
import { describeKernel } from './suite.js';

describe('the WebAssembly kernel', () => {
  describeKernel(wasmKernel);
});
