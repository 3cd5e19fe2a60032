/** How far two bodies are the same. */

const blockBytes = 64 * 1024;

/** Bytes that both begin with. */
export function sharedPrefix(a: Uint8Array, b: Uint8Array): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit) {
    const end = Math.min(at + blockBytes, limit);
    if (Buffer.compare(a.subarray(at, end), b.subarray(at, end)) !== 0) break;
    at = end;
  }
  while (at < limit && a[at] === b[at]) at += 1;
  return at;
}
