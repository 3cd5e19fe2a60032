/** Chooses the kernel of a thread, once, and says why. */

import { PromptmillError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernels.js';
import type { KernelChoice } from '../contract/options.js';
import { jsKernel } from './js/kernel.js';

export interface SelectedKernel {
  readonly kernel: Kernel;
  /** One line a kernel that was looked at and not taken. */
  readonly reasons: readonly string[];
}

/**
 * @param choice `auto` takes the fastest one there is; a named one is never replaced by another
 * @throws PromptmillError `kernel_unavailable` when a named kernel is not in this build
 */
export function selectKernel(choice: KernelChoice): SelectedKernel {
  if (choice === 'js') return { kernel: jsKernel, reasons: [] };
  if (choice === 'auto') {
    return { kernel: jsKernel, reasons: ['native: not in this build', 'wasm: not in this build'] };
  }
  throw new PromptmillError('kernel_unavailable', `kernel ${choice} is not in this build`, {
    found: choice,
    expected: 'js',
    remedy: 'use --kernel js or auto',
  });
}
