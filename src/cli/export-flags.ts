/** The flags of the commands about exports, for the table of flags. */

import { flag, list } from './flag-row.js';
import { parseBodyMember, parseChoice, parseOption, parseText } from './parse-values.js';

export const exportFlags = {
  to: flag({
    value: 'FORMAT',
    help: 'the format of the export; promptmill export --list names them',
    parse: parseText,
  }),
  as: flag({
    value: 'FORMAT',
    help: 'the format the files should be in; promptmill export --list names them',
    parse: parseText,
  }),
  model: flag({
    value: 'M',
    help: 'the model that the requests are for, instead of their own',
    parse: parseText,
  }),
  'set-body': list({
    value: 'KEY=JSON',
    help: 'a member of each request body to set; what is no JSON is a string',
    parse: parseBodyMember,
  }),
  unset: list({
    value: 'KEY',
    help: 'a member of each request body to leave out',
    parse: parseText,
  }),
  strip: flag({
    value: 'encrypted-reasoning',
    help: 'leave out what only the server that made it can read',
    parse: (text) => parseChoice(['encrypted-reasoning'] as const, text),
  }),
  'format-option': list({
    value: 'NAME=VALUE',
    help: 'an option of the format; promptmill export --list names them',
    parse: parseOption,
  }),
} as const;

export const exportToggles = {
  list: { help: 'show the formats and their options' },
} as const;
