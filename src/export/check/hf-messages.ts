/** Checks rows of `messages` and `tools` by what chat templates ask of them (formats §2.7). */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { arrayIn, recordIn } from '../json-values.js';
import { byMember, flag, foundText, list, object, oneOf, record, text, textOr } from './shape.js';

const content = textOr(
  list(
    byMember('type', {
      text: record({ required: { text } }),
      image: record({}),
      audio: record({}),
    }),
  ),
);

const call = record({
  required: {
    type: oneOf('function'),
    function: record({
      required: { name: text, arguments: textOr(object) },
    }),
  },
  optional: { id: text },
});

const spoken = record({ required: { content } });

const row = record({
  required: {
    messages: list(
      byMember('role', {
        system: spoken,
        developer: spoken,
        user: spoken,
        assistant: record({
          required: { content },
          optional: {
            tool_calls: list(call),
            thinking: text,
            reasoning_content: text,
            train: flag,
          },
        }),
        tool: record({
          required: { content },
          optional: { tool_call_id: text, name: text },
        }),
      }),
    ),
  },
  optional: {
    tools: list(
      record({
        required: {
          type: oneOf('function'),
          function: record({
            required: { name: text },
            optional: { description: text, parameters: object },
          }),
        },
      }),
    ),
  },
});

export const checkHfMessages: FileCheck = {
  form: 'lines',
  start: () => (value, report) => {
    row(value, '', report);
    const messages = arrayIn(isRecord(value) ? value['messages'] : undefined);
    if (messages.length === 0) {
      report({ path: '/messages', found: 'none', expected: 'one message at least' });
    }
    checkAnswers(
      messages.map((message) => recordIn(message) ?? {}),
      report,
    );
  },
};

/** An output follows the message that made its call, with nothing but other outputs between. */
function checkAnswers(messages: readonly JsonRecord[], report: ReportFault): void {
  let open = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'tool') {
      open = new Set(arrayIn(message['tool_calls']).map((made) => recordIn(made)?.['id']));
      continue;
    }
    const id = message['tool_call_id'];
    if (open.has(id)) continue;
    const path = `/messages/${String(index)}/tool_call_id`;
    report({
      path,
      found: foundText(id),
      expected: 'a call of the assistant message in front of it',
    });
  }
}
