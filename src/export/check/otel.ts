/** Checks span attributes by the schemas that the GenAI conventions publish (formats §2.8). */

import type { FileCheck } from '../../contract/export.js';
import {
  anything,
  byMember,
  list,
  object,
  oneOf,
  record,
  text,
  whole,
  type Shape,
} from './shape.js';

function part(required: Readonly<Record<string, Shape>>): Shape {
  return record({ required });
}

const parts = list(
  byMember('type', {
    text: part({ content: text }),
    reasoning: part({ content: text }),
    tool_call: part({ name: text }),
    tool_call_response: part({ response: anything }),
    blob: part({ modality: text, content: text }),
    uri: part({ modality: text, uri: text }),
    file: part({ modality: text, file_id: text }),
  }),
);

const message = { role: text, parts };
const reasons = oneOf('stop', 'length', 'content_filter', 'tool_call', 'error');

const span = record({
  required: { 'gen_ai.operation.name': text, 'gen_ai.provider.name': text },
  optional: {
    'gen_ai.request.model': text,
    'gen_ai.conversation.id': text,
    'gen_ai.usage.input_tokens': whole(0),
    'gen_ai.usage.output_tokens': whole(0),
    'gen_ai.system_instructions': parts,
    'gen_ai.input.messages': list(record({ required: message, optional: { name: text } })),
    'gen_ai.output.messages': list(record({ required: { ...message, finish_reason: reasons } })),
    'gen_ai.tool.definitions': list(object),
  },
});

export const checkOtel: FileCheck = {
  form: 'lines',
  start: () => (value, report) => {
    span(value, '', report);
  },
};
