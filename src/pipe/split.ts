/** What a splitter makes of the bytes of standard input: records, one after the other. */

/** The bytes of a record, or the length of one that is longer than may be kept. */
export type Incoming =
  | { readonly kind: 'record'; readonly bytes: Uint8Array }
  | { readonly kind: 'oversized'; readonly byteLength: number };

export interface Splitter {
  /** The records that `chunk` completes. It is not changed, and parts of it may be kept until the next call. */
  push(chunk: Uint8Array): Iterable<Incoming>;
  /**
   * What is left at the end of the input.
   * @throws PromptmillError `bad_stream` when a record broke off
   */
  end(): Iterable<Incoming>;
}
