/** Checks bodies of the Chat API: their shape, and that every output answers a call. */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { arrayIn, recordIn } from '../json-values.js';
import {
  all,
  byMember,
  foundText,
  list,
  matching,
  number,
  object,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
  textOr,
  whole,
} from './shape.js';

const textPart = record({ required: { type: oneOf('text'), text } });

const userPart = byMember('type', {
  text: textPart,
  image_url: record({
    required: {
      image_url: record({
        required: { url: text },
        optional: { detail: oneOf('auto', 'low', 'high') },
      }),
    },
  }),
  input_audio: record({
    required: { input_audio: record({ required: { data: text, format: oneOf('wav', 'mp3') } }) },
  }),
});

const name = matching(/^[A-Za-z0-9_-]{1,64}$/, '1 to 64 of the characters A-Z a-z 0-9 _ -');

const toolCall = byMember('type', {
  function: record({
    required: { id: text, function: record({ required: { name, arguments: text } }) },
  }),
  custom: record({ required: { id: text, custom: record({ required: { name, input: text } }) } }),
});

const told = record({ required: { content: textOr(list(textPart, 1)) } });

const message = byMember('role', {
  system: told,
  developer: told,
  user: record({ required: { content: textOr(list(userPart, 1)) } }),
  assistant: record({
    optional: { content: orNull(textOr(list(textPart, 1))), tool_calls: list(toolCall, 1) },
  }),
  tool: record({ required: { content: textOr(list(textPart, 1)), tool_call_id: text } }),
});

const tool = byMember('type', {
  function: record({
    required: {
      function: record({
        required: { name },
        optional: { description: text, parameters: object },
      }),
    },
  }),
  custom: record({
    required: {
      custom: record({ required: { name }, optional: { description: text, format: object } }),
    },
  }),
});

/** Calls and outputs, as servers want them: the outputs of a message's calls follow it at once, all of them. */
const paired: Shape = (messages, path, report) => {
  let open = new Set<unknown>();
  for (const [index, value] of arrayIn(messages).entries()) {
    const { role, tool_call_id, tool_calls } = recordIn(value) ?? {};
    const place = `${path}/${String(index)}`;
    if (role === 'tool') {
      if (!open.delete(tool_call_id)) {
        const expected = 'the id of a call of the message in front of it';
        report({ path: `${place}/tool_call_id`, found: foundText(tool_call_id), expected });
      }
      continue;
    }
    reportOpen(open, place, report);
    open = new Set(arrayIn(tool_calls).map((call) => recordIn(call)?.['id']));
  }
  reportOpen(open, path, report);
};

function reportOpen(open: ReadonlySet<unknown>, path: string, report: ReportFault): void {
  for (const id of open) {
    report({ path, found: `no output for the call ${foundText(id)}`, expected: 'one in front' });
  }
}

const members = {
  messages: all(list(message, 1), paired),
} as const;

const optionalMembers = {
  tools: list(tool, 1),
  max_tokens: whole(1),
  max_completion_tokens: whole(1),
  temperature: number,
} as const;

/** A body with its model. */
export const chatBodyShape: Shape = record({
  required: { model: text, ...members },
  optional: optionalMembers,
});

/** A body a line; the model may be missing, since these programs name it themselves. */
export function chatLines(required: Readonly<Record<string, Shape>> = {}): FileCheck {
  const body = record({
    required: { ...members, ...required },
    optional: { ...optionalMembers, model: text },
  });
  return { form: 'lines', start: () => (value, report) => body(value, '', report) };
}
