import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../src/contract/kernels.js';
import { loadNativeKernel } from '../../src/kernels/native/kernel.js';
import { describeKernel } from './suite.js';

/** The addon is built only where Rust is; `PROMPTMILL_REQUIRE_NATIVE` turns its absence into a failure. */
function nativeKernel(): Kernel | undefined {
  try {
    return loadNativeKernel();
  } catch (error) {
    if (process.env['PROMPTMILL_REQUIRE_NATIVE'] !== undefined) throw error;
    return undefined;
  }
}

const kernel = nativeKernel();

describe.skipIf(kernel === undefined)('the native kernel, which is built where Rust is', () => {
  if (kernel !== undefined) describeKernel(kernel);
  it('is there', () => {
    expect(kernel?.name).toBe('native');
  });
});
