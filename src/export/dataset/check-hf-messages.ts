/** Checks rows of `messages` and `tools` by what chat templates ask of them (formats §2.7). */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
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
import { arrayIn, recordIn } from '../json-values.js';

const content = eitherOf(
  text,
  listOf(
    byMember('type', {
      text: objectOf({ required: { text }, others: 'taken' }),
      image: objectOf({ others: 'taken' }),
      audio: objectOf({ others: 'taken' }),
    }),
  ),
);

const call = objectOf({
  required: {
    type: oneOf('function'),
    function: objectOf({
      required: { name: text, arguments: eitherOf(anyObject, text) },
      others: 'taken',
    }),
  },
  optional: { id: text },
  others: 'taken',
});

const spoken = objectOf({ required: { content }, others: 'taken' });

const row = objectOf({
  required: {
    messages: listOf(
      byMember('role', {
        system: spoken,
        developer: spoken,
        user: spoken,
        assistant: objectOf({
          required: { content },
          optional: {
            tool_calls: listOf(call),
            thinking: text,
            reasoning_content: text,
            train: flag,
          },
          others: 'taken',
        }),
        tool: objectOf({
          required: { content },
          optional: { tool_call_id: text, name: text },
          others: 'taken',
        }),
      }),
    ),
  },
  optional: {
    tools: listOf(
      objectOf({
        required: {
          type: oneOf('function'),
          function: objectOf({
            required: { name: text },
            optional: { description: text, parameters: anyObject },
            others: 'taken',
          }),
        },
        others: 'taken',
      }),
    ),
  },
  others: 'taken',
});

export const checkHfMessages: FileCheck = {
  form: 'lines',
  start: () => (value, report) => {
    checkShape(value, row, { path: '', report });
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
    report({ path, found: told(id), expected: 'a call of the assistant message in front of it' });
  }
}
