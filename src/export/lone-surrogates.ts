/** Halves of surrogate pairs. Some servers and tools refuse a whole file for one, though JSON allows them as escapes. */

import type { Loss } from '../contract/chat.js';

/** Every escape, so that none is looked for in the middle of another; pairs first. */
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\[^]/g;
const loneLength = 6;
const replacement = String.raw`\ufffd`;

/**
 * Puts the replacement character in place of each half. What a server would make of one is not known.
 *
 * @param body JSON in UTF-8; given back as it is where it holds none
 */
export function withoutLoneSurrogates(body: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly losses: readonly Loss[];
} {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes(String.raw`\ud`) && !bytes.includes(String.raw`\uD`)) {
    return { bytes: body, losses: [] };
  }
  let halves = 0;
  // A character a byte: what is no escape stays as it is.
  const text = bytes.toString('latin1').replaceAll(escapes, (escape) => {
    if (escape.length !== loneLength) return escape;
    halves += 1;
    return replacement;
  });
  if (halves === 0) return { bytes: body, losses: [] };
  const losses = [{ path: '', code: 'changed.lone_surrogate', bytes: halves * loneLength }];
  return { bytes: Buffer.from(text, 'latin1'), losses };
}

/** Whether a text or key of a JSON value holds half a pair. */
export function holdsLoneSurrogate(value: unknown): boolean {
  // Printed as JSON, whole pairs stand as they are and halves are escaped.
  for (const [escape] of (JSON.stringify(value) ?? '').matchAll(escapes)) {
    if (escape.length === loneLength) return true;
  }
  return false;
}
