/** Every format of an export, once. */

import type { ExportFormat } from '../contract/export.js';
import { PromptmillError } from '../contract/errors.js';
import { anthropicBatch } from './anthropic/batch.js';
import { chatBodies } from './chat-lines/chat.js';
import { sglangOpenai } from './chat-lines/sglang.js';
import { vllmCustom } from './chat-lines/vllm-custom.js';
import { hfMessages, hfParquet } from './dataset/hf-messages.js';
import { atif } from './eval/atif.js';
import { inspect } from './eval/inspect.js';
import { otel } from './eval/otel.js';
import { promptfoo } from './eval/promptfoo.js';
import { loadFormats } from './load/formats.js';
import { openaiBatchChat } from './openai-batch/chat.js';
import { openaiBatchResponses } from './openai-batch/responses.js';

export const exportFormats: readonly ExportFormat[] = [
  openaiBatchResponses,
  openaiBatchChat,
  chatBodies,
  sglangOpenai,
  vllmCustom,
  anthropicBatch,
  ...loadFormats,
  inspect,
  promptfoo,
  hfMessages,
  hfParquet,
  atif,
  otel,
];

/** @throws PromptmillError `usage` */
export function formatNamed(name: string): ExportFormat {
  const format = exportFormats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  throw new PromptmillError('usage', `there is no format ${name}`, {
    found: name,
    expected: exportFormats.map((candidate) => candidate.name).join(', '),
    remedy: 'promptmill export --list',
  });
}
