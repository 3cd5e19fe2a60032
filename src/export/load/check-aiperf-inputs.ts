/** Checks AIPerf's inputs_json: sessions with an id of their own and at least one body (formats §3.2). */

import type { FileCheck } from '../../contract/export.js';
import { all, foundText, list, record, type Shape, text } from '../check/shape.js';
import { arrayIn, recordIn } from '../json-values.js';
import { payload } from './trace-shapes.js';

const session = record({
  required: { session_id: text, payloads: list(payload, 1) },
  others: 'refused',
});

const sessions = record({ required: { data: list(session, 1) }, others: 'refused' });

/** A reader keeps one session of each id. */
const uniqueIds: Shape = (value, path, report) => {
  const ids = new Set<unknown>();
  for (const [index, entry] of arrayIn(recordIn(value)?.['data']).entries()) {
    const id = recordIn(entry)?.['session_id'];
    if (ids.has(id)) {
      const place = `${path}/data/${String(index)}/session_id`;
      report({ path: place, found: foundText(id), expected: 'an id that no session above has' });
    }
    ids.add(id);
  }
};

export const checkAiperfInputs: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    all(sessions, uniqueIds)(value, '', report);
  },
};
