/** Checks bodies of the Responses API as Codex sends them: what every server needs, not the whole of the schema. */

import { isRecord } from '../../contract/json-record.js';
import {
  anything,
  byMember,
  flag,
  list,
  object,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
  textOr,
} from './shape.js';

const inputText = record({ required: { text } });

const contentPart = byMember('type', {
  input_text: inputText,
  output_text: inputText,
  input_image: record({
    optional: { image_url: orNull(text), detail: orNull(oneOf('low', 'high', 'auto', 'original')) },
  }),
  input_audio: object,
  input_file: object,
  refusal: record({ required: { refusal: text } }),
  encrypted_content: record({ required: { encrypted_content: text } }),
});

const content = textOr(list(contentPart));

const message = record({
  required: { role: oneOf('user', 'assistant', 'system', 'developer'), content },
});

const tool = record({ required: { type: text } });

const output = record({ required: { output: content }, optional: { call_id: orNull(text) } });

const sealed = record({ required: { encrypted_content: text } });

const typedItem = byMember('type', {
  message,
  agent_message: record({
    required: { author: text, recipient: text, content: list(contentPart) },
  }),
  reasoning: record({
    required: { summary: list(inputText) },
    optional: { content: orNull(list(inputText)), encrypted_content: orNull(text) },
  }),
  function_call: record({ required: { call_id: text, name: text, arguments: text } }),
  custom_tool_call: record({ required: { call_id: text, name: text, input: text } }),
  function_call_output: output,
  custom_tool_call_output: record({ required: { call_id: text, output: content } }),
  local_shell_call: record({ required: { action: object, status: text } }),
  local_shell_call_output: record({ required: { output: text } }),
  tool_search_call: record({ required: { arguments: anything } }),
  tool_search_output: record({ required: { tools: list(object) } }),
  additional_tools: record({ required: { role: text, tools: list(tool) } }),
  web_search_call: object,
  image_generation_call: object,
  compaction: sealed,
  compaction_trigger: object,
  context_compaction: object,
  configuration_update: object,
});

/** A message may go without its type. */
const item: Shape = (value, path, report) => {
  const isTyped = !isRecord(value) || 'type' in value;
  (isTyped ? typedItem : message)(value, path, report);
};

export const responsesBodyShape: Shape = record({
  required: { model: text, input: textOr(list(item)) },
  optional: {
    instructions: orNull(text),
    tools: list(tool),
    parallel_tool_calls: orNull(flag),
    store: orNull(flag),
    stream: orNull(flag),
    reasoning: orNull(object),
    include: orNull(list(text)),
    prompt_cache_key: text,
  },
});
