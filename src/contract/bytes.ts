/** How bytes enter and leave the pure part of the program: a source that is viewed by ranges, a sink that takes chunks. */

/**
 * The bytes of one rollout, plain (decompressed), addressed by absolute byte offsets.
 *
 * A view may point into a reused window: it is valid only until the next call of `view`.
 * A source may refuse to show more than `maxViewBytes` at once; longer ranges are read in steps.
 */
export interface RolloutBytes {
  /** Length in bytes. */
  readonly size: number;
  /** The most bytes one `view` call can show; at least `limits.minViewBytes`. */
  readonly maxViewBytes: number;
  /**
   * Bytes `[start, end)`. The result's length is `end - start`, which must not exceed `maxViewBytes`.
   * @throws PromptmillError `source_changed` when the file shrank under the reader.
   */
  view(start: number, end: number): Uint8Array;
  /** All bytes, when they lie in memory in one piece: valid as long as the source is open, and free of a view's cost. */
  readonly whole?: Uint8Array | undefined;
}

/** Takes the output of a render, in order. A chunk is only valid during the call: copy it or write it at once. */
export interface ByteSink {
  write(chunk: Uint8Array): void;
}
