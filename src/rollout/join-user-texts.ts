/** What a person wrote in a user message. */

import { isRecord } from './read-control.js';

/** The texts of a user message, without the tags that wrap its images (spec 3 §5.2). */
export function joinUserTexts(content: readonly unknown[]): string {
  const typeOf = (part: unknown): unknown => (isRecord(part) ? part['type'] : undefined);
  let joined = '';
  for (const [position, part] of content.entries()) {
    if (!isRecord(part) || part['type'] !== 'input_text' || typeof part['text'] !== 'string') {
      continue;
    }
    const opensImage =
      /^<image(?: name=[^>]*)?>$/.test(part['text']) &&
      typeOf(content[position + 1]) === 'input_image';
    const closesImage =
      part['text'] === '</image>' && typeOf(content[position - 1]) === 'input_image';
    if (!opensImage && !closesImage) joined += part['text'];
  }
  return joined;
}
