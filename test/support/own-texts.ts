// A pack's texts in words of our own, short so that a test can quote them.

import { contextTextIds, type PackTexts } from '../../src/contract/texts.js';

export const ownTexts: PackTexts = {
  'compaction.prompt': 'Sum up.',
  'compaction.summary-prefix': 'Summary follows:',
  'compaction.no-summary': '(nothing to tell)',
  'compaction.output-rewritten': '[output gone]',
  'media.remote-image': '[image is remote]',
  'media.detail-low': '[image has low detail]',
  'media.unprocessable-image': '[image is broken]',
  'media.oversized-image': '[image is too large]',
  'media.no-image-input': '[no images taken]',
  'media.unprocessable-audio': '[sound is broken]',
  'media.unsupported-audio': '[sound is of no known kind]',
  'media.no-audio-input': '[no audio taken]',
};

/** The same with texts of the context, each of which tells which one it is. */
export const fullTexts: PackTexts = {
  ...ownTexts,
  ...Object.fromEntries(contextTextIds.map((id) => [id, `[${id}]`])),
};
