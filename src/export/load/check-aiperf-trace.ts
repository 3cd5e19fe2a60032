/** Checks AIPerf's mooncake_trace with bodies: members, and that a session's times do not run backwards (formats §3.2). */

import type { FileCheck } from '../../contract/export.js';
import { record, text } from '../check/shape.js';
import { Clock, numberIn, payload, recordOf, time } from './trace-shapes.js';

const line = record({
  required: { session_id: text, payload },
  optional: { timestamp: time, delay: time },
  others: 'refused',
});

export const checkAiperfTrace: FileCheck = {
  form: 'lines',
  start() {
    const clocks = new Map<unknown, Clock>();
    return (value, report) => {
      const request = recordOf(line, value, { path: '', report });
      if (request === undefined) return;
      const { session_id: session, timestamp, delay } = request;
      if (timestamp !== undefined && delay !== undefined) {
        report({ path: '/delay', found: 'a delay', expected: 'either a timestamp or a delay' });
      }
      if (timestamp === undefined) return;
      const clock = clocks.get(session) ?? new Clock();
      clock.add(numberIn(timestamp), { path: '/timestamp', report });
      clocks.set(session, clock);
    };
  },
};
