/** The flags of the lint command, for the table of flags. */

import { ruleIds, severities } from '../report/lint/rule-ids.js';
import { flag, list } from './flag-row.js';
import { parseChoice, parseText } from './parse-values.js';

export const lintFlags = {
  rule: list({
    value: 'ID',
    help: 'hold only this rule; may be given several times',
    fallback: 'every rule of the severity asked for',
    parse: (text) => parseChoice(ruleIds, text),
  }),
  ignore: list({
    value: 'ID',
    help: 'leave this rule out; may be given several times',
    parse: (text) => parseChoice(ruleIds, text),
  }),
  severity: flag({
    value: 'error|warning|note',
    help: 'the least severity that is shown',
    fallback: 'warning',
    parse: (text) => parseChoice(severities, text),
  }),
  'fail-on': flag({
    value: 'error|warning|note|never',
    help: 'the least severity that ends the command with exit code 5',
    fallback: 'error',
    parse: (text) => parseChoice([...severities, 'never'] as const, text),
  }),
  sarif: flag({
    value: 'FILE|-',
    help: 'write the findings as SARIF 2.1.0 too; - writes nothing else to standard output',
    parse: parseText,
  }),
  explain: flag({
    value: 'ID',
    help: 'print the page of a rule; no INPUT then',
    parse: (text) => parseChoice(ruleIds, text),
  }),
} as const;
