/** The flags of `explain`, for the table of flags. */

import { PromptmillError } from '../contract/errors.js';
import { flag } from './flag-row.js';
import { parseText } from './parse-values.js';

export const explainFlags = {
  find: flag({
    value: 'TEXT',
    help: 'tell where the model read a text: in which requests, and where it comes from',
    parse: parseFind,
  }),
  html: flag({
    value: 'OUT',
    help: 'write a page that shows the requests and where everything in them comes from; - for standard output',
    parse: parseText,
  }),
} as const;

export const explainToggles = {
  full: { help: 'a line for every part, runs of history not folded' },
} as const;

function parseFind(text: string): string {
  if (text !== '') return text;
  throw new PromptmillError('usage', 'an empty text stands everywhere', {
    found: "''",
    expected: 'a text to find',
  });
}
