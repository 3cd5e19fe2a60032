/** Checks Inspect's samples by what its reader takes (formats §2.1). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import { DistinctIds } from './distinct-ids.js';
import { byMember, flag, list, object, oneOf, record, text, textOr } from './shape.js';

const parts = byMember('type', {
  text: record({ required: { text } }),
  image: record({
    required: { image: text },
    optional: { detail: oneOf('auto', 'low', 'high', 'original') },
  }),
  reasoning: record({
    required: { reasoning: text },
    optional: { summary: text, signature: text, redacted: flag },
  }),
  tool_use: record({ required: { id: text, name: text } }),
  data: record({ required: { data: object } }),
});

const content = textOr(list(parts));

const call = record({
  required: { id: text, function: text, arguments: object, type: oneOf('function', 'custom') },
  optional: { parse_error: text },
  others: 'refused',
});

const spoken = record({ required: { content } });

const sample = record({
  required: {
    input: textOr(
      list(
        byMember('role', {
          system: spoken,
          user: spoken,
          assistant: record({
            required: { content },
            optional: { tool_calls: list(call) },
          }),
          tool: record({
            required: { content },
            optional: { tool_call_id: text, function: text },
          }),
        }),
      ),
    ),
  },
  optional: { target: textOr(list(text)), metadata: object },
});

export const checkInspect: FileCheck = {
  form: 'lines',
  start() {
    const ids = new DistinctIds();
    return (value, report) => {
      sample(value, '', report);
      ids.take(isRecord(value) ? value['id'] : undefined, '/id', report);
    };
  },
};
