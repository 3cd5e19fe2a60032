/** Checks bodies of Anthropic's Message Batches: their shape, that turns alternate, and that results follow their calls. */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { customIdPattern } from '../custom-id.js';
import { arrayIn, recordIn } from '../json-values.js';
import {
  all,
  byMember,
  foundText,
  list,
  matching,
  object,
  oneOf,
  record,
  type Shape,
  text,
  textOr,
  whole,
} from './shape.js';

const textBlock = record({ required: { text: matching(/\S/, 'a text that is not blank') } });

const image = record({
  required: {
    source: byMember('type', {
      base64: record({
        required: {
          media_type: oneOf('image/png', 'image/jpeg', 'image/gif', 'image/webp'),
          data: text,
        },
      }),
      url: record({ required: { url: text } }),
    }),
  },
});

const toolId = matching(/^[A-Za-z0-9_-]+$/, 'the characters A-Z a-z 0-9 _ -');
const toolName = matching(/^[A-Za-z0-9_-]{1,128}$/, '1 to 128 of the characters A-Z a-z 0-9 _ -');

const result = record({
  required: { tool_use_id: toolId },
  optional: { content: textOr(list(byMember('type', { text: textBlock, image }))) },
});

const toolUse = record({ required: { id: toolId, name: toolName, input: object } });

const message = byMember('role', {
  user: record({
    required: {
      content: textOr(list(byMember('type', { text: textBlock, image, tool_result: result }), 1)),
    },
  }),
  assistant: record({
    required: {
      content: textOr(list(byMember('type', { text: textBlock, tool_use: toolUse }), 1)),
    },
  }),
});

/** The user begins, turns alternate, and a turn with calls is followed by their results, which stand in front. */
const turns: Shape = (messages, path, report) => {
  let calls: readonly unknown[] = [];
  let before: unknown = 'assistant';
  for (const [index, value] of arrayIn(messages).entries()) {
    const { role, content } = recordIn(value) ?? {};
    const place = `${path}/${String(index)}`;
    if (role === before) {
      const expected = role === 'user' ? '"assistant"' : '"user"';
      report({ path: `${place}/role`, found: foundText(role), expected });
    }
    before = role;
    const blocks = arrayIn(content).map((block) => recordIn(block) ?? {});
    reportResults(
      calls,
      blocks.map((block) => block['tool_use_id']),
      { place, report },
    );
    calls = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  }
  if (calls.length > 0) {
    report({
      path,
      found: `no result for the call ${foundText(calls[0])}`,
      expected: 'one behind',
    });
  }
};

interface ResultPlace {
  readonly place: string;
  readonly report: ReportFault;
}

/** @param answered for each block of the turn: the call it answers, if any */
function reportResults(
  calls: readonly unknown[],
  answered: readonly unknown[],
  { place, report }: ResultPlace,
): void {
  const leading = new Set(answered.slice(0, calls.length));
  for (const call of calls) {
    if (leading.has(call)) continue;
    const expected = `a result for the call ${foundText(call)} in front`;
    report({ path: `${place}/content`, found: 'other blocks', expected });
  }
  for (const [index, call] of answered.entries()) {
    if (call === undefined || calls.includes(call)) continue;
    const path = `${place}/content/${String(index)}/tool_use_id`;
    report({ path, found: foundText(call), expected: 'a call of the turn in front of it' });
  }
}

const tool = record({
  required: { name: toolName, input_schema: record({ required: { type: oneOf('object') } }) },
  optional: { description: text },
});

const params = record({
  required: { model: text, max_tokens: whole(1), messages: all(list(message, 1), turns) },
  optional: { system: textOr(list(textBlock)), tools: list(tool, 1), stream: oneOf(false) },
});

const batch = record({
  required: {
    requests: list(
      record({
        required: {
          custom_id: matching(customIdPattern, '1 to 64 of the characters A-Z a-z 0-9 _ -'),
          params,
        },
        others: 'refused',
      }),
      1,
    ),
  },
  others: 'refused',
});

/** Ids are unique in a batch. */
const uniqueIds: Shape = (value, path, report) => {
  const ids = new Map<unknown, number>();
  for (const [index, request] of arrayIn(recordIn(value)?.['requests']).entries()) {
    const id = recordIn(request)?.['custom_id'];
    const earlier = ids.get(id);
    ids.set(id, earlier ?? index);
    if (earlier === undefined) continue;
    const found = `${foundText(id)}, the id of request ${String(earlier)}`;
    report({
      path: `${path}/requests/${String(index)}/custom_id`,
      found,
      expected: 'an id of its own',
    });
  }
};

export const anthropicCheck: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    all(batch, uniqueIds)(value, '', report);
  },
};
