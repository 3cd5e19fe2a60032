// The kernels that this build has, so that a new one is measured as soon as it is there.

import { selectKernel } from '../../dist/kernels/select.js';

export function availableKernels() {
  return /** @type {const} */ (['js', 'wasm', 'native']).flatMap((choice) => {
    try {
      return [selectKernel(choice).kernel];
    } catch (error) {
      if (/** @type {{ code?: unknown }} */ (error).code === 'kernel_unavailable') return [];
      throw error;
    }
  });
}
