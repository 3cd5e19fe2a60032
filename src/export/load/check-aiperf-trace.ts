/** Checks AIPerf's mooncake_trace with bodies: members, and that a session's times do not run backwards (formats §3.2). */

import type { FileCheck } from '../../contract/export.js';
import { checkMembers, numberOf, optional, payload, text, time } from './check-members.js';

const rules = {
  session_id: text,
  timestamp: optional(time),
  delay: optional(time),
  payload,
};

export const checkAiperfTrace: FileCheck = {
  form: 'lines',
  start() {
    const newest = new Map<unknown, number>();
    return (value, report) => {
      const line = checkMembers(value, rules, { path: '', report });
      if (line === undefined) return;
      const { session_id: session, timestamp, delay } = line;
      if (timestamp !== undefined && delay !== undefined) {
        report({ path: '/delay', found: 'a delay', expected: 'either a timestamp or a delay' });
      }
      if (timestamp === undefined) return;
      const before = newest.get(session) ?? 0;
      if (numberOf(timestamp) < before) {
        const expected = `${String(before)} or more, as in the session before`;
        report({ path: '/timestamp', found: String(numberOf(timestamp)), expected });
      }
      newest.set(session, Math.max(before, numberOf(timestamp)));
    };
  },
};
