/** How an item is wanted; bits that are set together. */
export const DecodeMode = {
  /** Inside a replacement history: no truncation, unknown types kept as placeholders (spec 3 §2.3). */
  base: 1,
  /** The model takes no images. */
  noImages: 2,
  /** The model takes no audio. */
  noAudio: 4,
  /** The request leaves out `detail` (lite models). */
  noDetail: 8,
  /** The request leaves out where each content part comes from. */
  noPartMetadata: 16,
} as const;
