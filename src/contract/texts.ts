/** Names of the texts that the assembler itself puts before the model; their wording comes from a pack. */

/** Ids of pack texts; each is a Markdown file `<id>.md` of the pack's folder. */
export const packTextIds = [
  'compaction.prompt',
  'compaction.summary-prefix',
  'compaction.no-summary',
  'media.remote-image',
  'media.detail-low',
  'media.unprocessable-image',
  'media.oversized-image',
  'media.unsupported-audio',
  'media.unprocessable-audio',
  'media.no-image-input',
  'media.no-audio-input',
  'compaction.output-rewritten',
] as const;

export type PackTextId = (typeof packTextIds)[number];

/** A pack's texts, complete. */
export type PackTexts = Readonly<Record<PackTextId, string>>;
