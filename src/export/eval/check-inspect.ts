/** Checks Inspect's samples by what its reader takes (formats §2.1). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import {
  anyObject,
  byMember,
  checkShape,
  eitherOf,
  flag,
  listOf,
  objectOf,
  oneOf,
  text,
  told,
} from '../check/check-shape.js';

const parts = byMember('type', {
  text: objectOf({ required: { text }, others: 'taken' }),
  image: objectOf({
    required: { image: text },
    optional: { detail: oneOf('auto', 'low', 'high', 'original') },
    others: 'taken',
  }),
  reasoning: objectOf({
    required: { reasoning: text },
    optional: { summary: text, signature: text, redacted: flag },
    others: 'taken',
  }),
  tool_use: objectOf({ required: { id: text, name: text }, others: 'taken' }),
  data: objectOf({ required: { data: anyObject }, others: 'taken' }),
});

const content = eitherOf(text, listOf(parts));

const call = objectOf({
  required: { id: text, function: text, arguments: anyObject, type: oneOf('function', 'custom') },
  optional: { parse_error: text },
  others: 'refused',
});

const spoken = objectOf({ required: { content }, others: 'taken' });

const sample = objectOf({
  required: {
    input: eitherOf(
      text,
      listOf(
        byMember('role', {
          system: spoken,
          user: spoken,
          assistant: objectOf({
            required: { content },
            optional: { tool_calls: listOf(call) },
            others: 'taken',
          }),
          tool: objectOf({
            required: { content },
            optional: { tool_call_id: text, function: text },
            others: 'taken',
          }),
        }),
      ),
    ),
  },
  optional: { target: eitherOf(text, listOf(text)), metadata: anyObject },
  others: 'taken',
});

export const checkInspect: FileCheck = {
  form: 'lines',
  start() {
    const ids = new Set<unknown>();
    return (value, report) => {
      checkShape(value, sample, { path: '', report });
      const id = isRecord(value) ? value['id'] : undefined;
      if (id === undefined) return;
      if (ids.has(id)) {
        report({ path: '/id', found: told(id), expected: 'an id that no line above has' });
      }
      ids.add(id);
    };
  },
};
