/** Checks span attributes by the schemas that the GenAI conventions publish (formats §2.8). */

import type { FileCheck } from '../../contract/export.js';
import {
  anyObject,
  anything,
  byMember,
  checkShape,
  count,
  listOf,
  objectOf,
  oneOf,
  type Shape,
  text,
} from '../check/check-shape.js';

function part(required: Readonly<Record<string, Shape>>): Shape {
  return objectOf({ required, others: 'taken' });
}

const parts = listOf(
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

const span = objectOf({
  required: { 'gen_ai.operation.name': text, 'gen_ai.provider.name': text },
  optional: {
    'gen_ai.request.model': text,
    'gen_ai.conversation.id': text,
    'gen_ai.usage.input_tokens': count,
    'gen_ai.usage.output_tokens': count,
    'gen_ai.system_instructions': parts,
    'gen_ai.input.messages': listOf(
      objectOf({ required: message, optional: { name: text }, others: 'taken' }),
    ),
    'gen_ai.output.messages': listOf(
      objectOf({ required: { ...message, finish_reason: reasons }, others: 'taken' }),
    ),
    'gen_ai.tool.definitions': listOf(anyObject),
  },
  others: 'taken',
});

export const checkOtel: FileCheck = {
  form: 'lines',
  start: () => (value, report) => {
    checkShape(value, span, { path: '', report });
  },
};
