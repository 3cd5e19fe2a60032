import { describe, expect, it } from 'vitest';
import { loadNativeKernel } from '../../src/kernels/native/kernel.js';
import { selectKernel } from '../../src/kernels/select.js';

function isNativeBuilt(): boolean {
  try {
    return loadNativeKernel().name === 'native';
  } catch {
    return false;
  }
}

describe('selectKernel', () => {
  it.each(['js', 'wasm'] as const)('takes %s when it is named, and nothing else', (name) => {
    const { kernel, reasons } = selectKernel(name);
    expect([kernel.name, reasons]).toEqual([name, []]);
  });

  it('takes the fastest that works, and says why it took none that is faster', () => {
    const { kernel, reasons } = selectKernel('auto');
    const notTaken = reasons.map((reason) => reason.split(',')[0]);
    expect([kernel.name, ...notTaken]).toEqual(
      isNativeBuilt() ? ['native'] : ['wasm', 'native: not built (npm run build:native)'],
    );
  });

  it.skipIf(isNativeBuilt())('never falls back from a named one', () => {
    expect(() => selectKernel('native')).toThrow(
      expect.objectContaining({
        code: 'kernel_unavailable',
        message: expect.stringContaining('native: not built'),
      }),
    );
  });

  it('gives the same kernel each time', () => {
    expect(selectKernel('wasm').kernel).toBe(selectKernel('wasm').kernel);
  });
});
