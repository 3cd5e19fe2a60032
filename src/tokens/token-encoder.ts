/** Token ids by the encoding o200k_base, for what needs the tokens themselves and not only how many there are. */

import { createRequire } from 'node:module';
import type * as o200k from 'gpt-tokenizer/encoding/o200k_base';

/** The tokens of a text; text that looks like a special token is text. */
export type TokenEncoder = (text: string) => readonly number[];

type Encoding = typeof o200k;

const noSpecialTokens = { disallowedSpecial: new Set<string>() };

/** Its tables take half a second and 110 MB to load, which happens with the first text: most commands count none. */
export function createTokenEncoder(): TokenEncoder {
  let encoding: Encoding | undefined;
  return (text) => {
    encoding ??= loadEncoding();
    return encoding.encode(text, noSpecialTokens);
  };
}

function loadEncoding(): Encoding {
  const load = createRequire(import.meta.url);
  // Typed by the package itself.
  return load('gpt-tokenizer/encoding/o200k_base') as Encoding;
}
