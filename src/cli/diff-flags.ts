/** The flags of `diff` and `stats`, for the table of flags. */

import type { ContextMode } from '../contract/context-request.js';
import { flag, list } from './flag-row.js';
import { parseChoice, parseSection, parseSetting, parseText } from './parse-values.js';

const contextModes: readonly ContextMode[] = ['recorded', 'rebase', 'resume'];

const set = (side: string) =>
  list({
    value: 'KEY=VALUE',
    help: `a setting to differ on side ${side} alone, as --set takes it`,
    parse: parseSetting,
  });

const drop = (side: string) =>
  list({
    value: 'SECTION',
    help: `a section to leave out on side ${side} alone`,
    parse: parseSection,
  });

const context = (side: string) =>
  flag({
    value: contextModes.join('|'),
    help: `what becomes of the recorded context on side ${side} alone`,
    parse: (text) => parseChoice(contextModes, text),
  });

const pack = (side: string) =>
  flag({
    value: 'NAME|DIR',
    help: `the texts to use on side ${side} alone`,
    parse: parseText,
  });

export const diffFlags = {
  'set-a': set('A'),
  'set-b': set('B'),
  'drop-a': drop('A'),
  'drop-b': drop('B'),
  'context-a': context('A'),
  'context-b': context('B'),
  'pack-a': pack('A'),
  'pack-b': pack('B'),
  text: flag({
    value: 'none|unified',
    help: 'what is shown of the words that differ',
    fallback: 'unified for a pair of requests, none for more',
    parse: (text) => parseChoice(['none', 'unified'] as const, text),
  }),
  svg: flag({
    value: 'DIR',
    help: 'a folder that plots are written into',
    parse: parseText,
  }),
} as const;
