/** The plain TypeScript kernel: always there, and the reference for the others. */

import { isUtf8 } from 'node:buffer';
import type { Kernel } from '../../contract/kernels.js';
import { SingleLines } from '../single-lines.js';
import { ScanJson } from './scan-json.js';

const newline = 0x0a;

export const jsKernel: Kernel = {
  name: 'js',
  createScanner: () => new ScanJson(),
  createLineScanner: () => new SingleLines(new ScanJson()),
  findLineEnds(bytes, from, to, out) {
    // Cost: a wrapper a call. Gain: `Buffer` searches natively, ten times as fast as a typed array's `indexOf` on lines of
    // 1 kB (bench/kernels/line-ends).
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let count = 0;
    let position = from;
    while (count < out.length) {
      const end = buffer.indexOf(newline, position);
      if (end < 0 || end >= to) break;
      out[count] = end;
      count += 1;
      position = end + 1;
    }
    return count;
  },
  isUtf8: (bytes, from, to) => isUtf8(bytes.subarray(from, to)),
};
