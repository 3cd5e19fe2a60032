/** The o200k_base encoding, by a library that is loaded when it is first asked for: its tables take half a second. */

import { createRequire } from 'node:module';
import type * as o200k from 'gpt-tokenizer/encoding/o200k_base';

/** Ids of a text's tokens, and their number. */
export interface Encoding {
  encode(text: string): readonly number[];
  count(text: string): number;
}

/**
 * An unbroken run of letters, white space or signs longer than this is encoded in stretches of it. The library's time
 * grows with the square of such a run: 8 seconds for 50,000 spaces. The catch: a token more or so at each cut.
 */
const longestRun = 4096;

const longRun = new RegExp(
  String.raw`(\p{L}{${longestRun}}|\s{${longestRun}}|[^\s\p{L}\p{N}]{${longestRun}})`,
  'u',
);

/** By default the library throws where a text holds `<|endoftext|>`; in a transcript it is text. */
const options = { disallowedSpecial: new Set<string>() };

export async function loadEncoding(): Promise<Encoding> {
  return encodingOf(await import('gpt-tokenizer/encoding/o200k_base'));
}

/** The same for who can't wait: the tables are read while the caller stands still. */
export function requireEncoding(): Encoding {
  const load = createRequire(import.meta.url);
  // Typed by the package itself.
  return encodingOf(load('gpt-tokenizer/encoding/o200k_base') as typeof o200k);
}

function encodingOf(library: typeof o200k): Encoding {
  return {
    encode: (text) => cutRuns(text).flatMap((piece) => library.encode(piece, options)),
    count: (text) =>
      cutRuns(text).reduce((sum, piece) => sum + library.countTokens(piece, options), 0),
  };
}

/** The text in pieces that put together make it: one, but for texts with long runs. */
function cutRuns(text: string): readonly string[] {
  return text.length < longestRun ? [text] : text.split(longRun);
}
