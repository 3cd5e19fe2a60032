/** `sglang-openai`: what `sglang.bench_serving --dataset-name openai` reads (formats §3.5). */

import type { ExportFormat } from '../../contract/export.js';
import { readStyle, styleOptions } from '../chat/chat-style.js';
import { chatLines } from '../check/chat-body.js';
import { whole } from '../check/shape.js';
import { outputTokenOptions, outputTokens, readOutputTokens } from '../output-tokens.js';
import { BodyLines } from './body-lines.js';

export const sglangOpenai: ExportFormat = {
  name: 'sglang-openai',
  summary: 'chat bodies with max_tokens for sglang.bench_serving --dataset-name openai',
  options: { ...styleOptions('vllm'), ...outputTokenOptions },
  create: (options, sink) => {
    const given = readOutputTokens(options.format);
    return new BodyLines({
      options,
      sink,
      file: 'sglang.jsonl',
      style: readStyle(options.format, 'vllm'),
      finish: (body, inference, losses) => ({
        ...body,
        max_tokens: given ?? outputTokens(inference, losses),
      }),
    });
  },
  check: chatLines({ max_tokens: whole(1) }),
};
