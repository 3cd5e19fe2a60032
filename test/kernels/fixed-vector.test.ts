import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { JsonScanner, Kernel } from '../../src/contract/kernels.js';
import { wrongAnswer } from '../../src/kernels/fixed-vector.js';
import { jsKernel } from '../../src/kernels/js/kernel.js';

/** The plain kernel with its scanner changed. */
function withScanner(change: (scanner: JsonScanner) => JsonScanner): Kernel {
  return { ...jsKernel, createScanner: () => change(jsKernel.createScanner()) };
}

describe('the fixed vector', () => {
  it('is answered rightly by the reference', () => {
    expect(wrongAnswer(jsKernel)).toBe(undefined);
  });

  it.each([
    ['refuses all', { step: () => -1 }, 'it refuses a value'],
    ['leaves no tape', { tokenCount: 0 }, 'it leaves another tape'],
  ])('finds out a scanner that %s', (_, change, reason) => {
    const kernel = withScanner(
      (scanner) =>
        new Proxy(scanner, {
          get(target, key) {
            if (key in change) return Reflect.get(change, key);
            const member: unknown = Reflect.get(target, key);
            return typeof member === 'function' ? member.bind(target) : member;
          },
        }),
    );
    expect(wrongAnswer(kernel)).toBe(reason);
  });

  it.each([
    [{ ...jsKernel, findLineEnds: () => 0 }, 'it finds other line ends'],
    [{ ...jsKernel, isUtf8: () => true }, 'it is mistaken about UTF-8'],
    [
      {
        ...jsKernel,
        isUtf8: (bytes: Uint8Array, from: number, to: number) =>
          Buffer.from(bytes.subarray(from, to)).every((byte) => byte < 0x80),
      },
      'it is mistaken about UTF-8',
    ],
  ])('finds out a kernel that searches or checks wrongly (%#)', (kernel, reason) => {
    expect(wrongAnswer(kernel)).toBe(reason);
  });
});
