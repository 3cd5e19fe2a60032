/** Measures the prefix that two bodies share. */

/** Blocks are compared by machine code, each step within the first block of the one before that differs. */
const steps = [65_536, 1024, 32, 1];

/** @returns bytes from the start that are the same in both */
export function sharedPrefix(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  for (const step of steps) {
    while (at + step <= end && isSame(one, other, { from: at, to: at + step })) at += step;
  }
  return at;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function isSame(one: Uint8Array, other: Uint8Array, { from, to }: Range): boolean {
  return Buffer.compare(one.subarray(from, to), other.subarray(from, to)) === 0;
}
