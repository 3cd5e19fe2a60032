/** The kernel in machine code. It scans; line ends and UTF-8 are left to Node's own functions, which are that too. */

import type { Kernel } from '../../contract/kernels.js';
import { jsKernel } from '../js/kernel.js';
import { loadAddon } from './load-addon.js';
import { NativeLines } from './native-lines.js';
import { NativeScanner } from './native-scanner.js';

/** @throws Error that says why there is no addon */
export function loadNativeKernel(): Kernel {
  const addon = loadAddon();
  return {
    name: 'native',
    createScanner: () => new NativeScanner(addon),
    createLineScanner: () => new NativeLines(addon),
    findLineEnds: jsKernel.findLineEnds,
    isUtf8: jsKernel.isUtf8,
  };
}
