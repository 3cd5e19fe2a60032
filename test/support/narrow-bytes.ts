// A rollout that can only be seen through a narrow window, whose bytes are gone at the next look.

import type { RolloutBytes } from '../../src/contract/bytes.js';

/** `bytes` as a source that shows at most `maxViewBytes` at once. */
export function narrow(bytes: Uint8Array, maxViewBytes: number): RolloutBytes {
  let last: Uint8Array | undefined;
  return {
    size: bytes.length,
    maxViewBytes,
    view(start, end) {
      if (start < 0 || end < start || end > bytes.length || end - start > maxViewBytes) {
        throw new RangeError(`view [${String(start)}, ${String(end)})`);
      }
      last?.fill(0x23);
      // A reused window begins anywhere in its buffer.
      const offset = start % 7;
      last = new Uint8Array(offset + end - start).subarray(offset);
      last.set(bytes.subarray(start, end));
      return last;
    },
  };
}
