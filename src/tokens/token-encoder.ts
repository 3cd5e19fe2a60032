/** Token ids, for what needs the tokens themselves and not only how many there are. */

import { type Encoding, requireEncoding } from './encoding.js';

/** @returns gives the ids of a text's tokens in o200k_base; its tables are loaded with the first text */
export function createTokenEncoder(): (text: string) => readonly number[] {
  let encoding: Encoding | undefined;
  return (text) => {
    encoding ??= requireEncoding();
    return encoding.encode(text);
  };
}
