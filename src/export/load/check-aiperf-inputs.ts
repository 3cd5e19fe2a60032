/** Checks AIPerf's inputs_json: sessions with an id of their own and at least one body (formats §3.2). */

import type { FileCheck } from '../../contract/export.js';
import { anyList, checkMembers, payload, text } from './check-members.js';

const fileRules = { data: anyList };
const sessionRules = { session_id: text, payloads: anyList };

export const checkAiperfInputs: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    const file = checkMembers(value, fileRules, { path: '', report });
    const ids = new Set<unknown>();
    for (const [index, entry] of elementsOf(file?.['data']).entries()) {
      const path = `/data/${String(index)}`;
      const session = checkMembers(entry, sessionRules, { path, report });
      if (session === undefined) continue;
      const id = session['session_id'];
      if (ids.has(id)) {
        const expected = 'an id that no session above has';
        report({ path: `${path}/session_id`, found: JSON.stringify(id), expected });
      }
      ids.add(id);
      const bodies = elementsOf(session['payloads']);
      for (const at of bodies.keys()) {
        if (payload.accepts(bodies[at])) continue;
        const place = `${path}/payloads/${String(at)}`;
        report({ path: place, found: 'another value', expected: payload.expected });
      }
    }
  },
};

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
