/** An output whose call is recorded nowhere: it is left out of every request. */

import type { LintRule } from '../rule.js';

export const outputWithoutCall: LintRule = {
  id: 'output-without-call',
  severity: 'warning',
  title: 'An output belongs to no call',
  remedy:
    'Look for the line that is missing in front of it: a damaged line, or a part that was cut out of the file.',
  session: ({ session, recorded }) => {
    // Its calls may be in the part that is missing.
    if (session.notices.some(({ code }) => code === 'parent_not_found')) return [];
    return recorded.orphans.map(({ line, callId, bytes }) => ({
      key: `${line} ${callId}`,
      message: `no line in front of it records the call ${callId}; the output is not sent`,
      file: session.file,
      line,
      bytes,
    }));
  },
};
