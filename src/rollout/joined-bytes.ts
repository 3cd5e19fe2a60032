/** A parent's shared prefix and a fork's own bytes, as one rollout. */

import type { RolloutBytes } from '../contract/bytes.js';

export class JoinedBytes implements RolloutBytes {
  readonly size: number;
  readonly maxViewBytes: number;
  private readonly prefix: RolloutBytes;
  private readonly prefixBytes: number;
  private readonly own: RolloutBytes;
  /** For the one view that lies across the border. */
  private seam = new Uint8Array(0);

  /** @param prefixBytes how much of the parent is shared, from its start */
  constructor(prefix: RolloutBytes, prefixBytes: number, own: RolloutBytes) {
    this.prefix = prefix;
    this.prefixBytes = prefixBytes;
    this.own = own;
    this.size = prefixBytes + own.size;
    this.maxViewBytes = Math.min(prefix.maxViewBytes, own.maxViewBytes);
  }

  view(start: number, end: number): Uint8Array {
    const { prefixBytes } = this;
    if (end <= prefixBytes) return this.prefix.view(start, end);
    if (start >= prefixBytes) return this.own.view(start - prefixBytes, end - prefixBytes);
    if (this.seam.length < end - start) this.seam = new Uint8Array(end - start);
    this.seam.set(this.prefix.view(start, prefixBytes), 0);
    this.seam.set(this.own.view(0, end - prefixBytes), prefixBytes - start);
    return this.seam.subarray(0, end - start);
  }
}
