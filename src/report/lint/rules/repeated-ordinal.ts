/** Ordinals that do not grow from record to record. */

import type { LintRule } from '../rule.js';

export const repeatedOrdinal: LintRule = {
  id: 'repeated-ordinal',
  severity: 'warning',
  title: 'An ordinal comes twice or goes back',
  remedy:
    'Find out which two processes wrote to the file; the order of the lines is the one that counts.',
  session: ({ session, recorded: { ordinals } }) => {
    let highest = -1;
    const repeated = ordinals.filter(({ ordinal }) => {
      if (ordinal === undefined) return false;
      const isRepeated = ordinal <= highest;
      highest = Math.max(highest, ordinal);
      return isRepeated;
    });
    const [first] = repeated;
    if (first === undefined) return [];
    const others = repeated.length === 1 ? '' : `, and ${String(repeated.length - 1)} more`;
    return [
      {
        key: 'repeated',
        message: `the ordinal ${first.ordinal} is not above those in front of it${others}`,
        file: session.file,
        line: first.line,
      },
    ];
  },
};
