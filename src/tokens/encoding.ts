/** The o200k_base encoding, by a library that is loaded when it is first asked for: its tables take half a second. */

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

export async function loadEncoding(): Promise<Encoding> {
  const library = await import('gpt-tokenizer/encoding/o200k_base');
  // By default the library throws where a text holds `<|endoftext|>`; in a transcript it is text.
  const options = { disallowedSpecial: new Set<string>() };
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
