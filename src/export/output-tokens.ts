/** How long an answer was, for load tests that ask for answers of a length. */

import type { FormatOption } from '../contract/export.js';
import type { Inference } from '../contract/inference.js';
import { jsonBytes, type LossList } from './loss-list.js';
import { readCount } from './read-option.js';

/** What is assumed of an answer that was not recorded: what servers assume as well. */
const assumedTokens = 256;

/** Codex's rule of thumb. */
const bytesPerToken = 4;

export const outputTokenOptions: Readonly<Record<string, FormatOption>> = {
  'output-tokens': {
    value: 'N',
    help: 'tokens of every answer',
    fallback: 'as recorded; estimated from the bytes of the answer where no count was; else 256',
  },
};

/** @throws PromptmillError `usage` */
export function readOutputTokens(given: Readonly<Record<string, string>>): number | undefined {
  return readCount(given, 'output-tokens', undefined);
}

/** The tokens an answer had, from 1. What is not the server's own count is among the losses. */
export function outputTokens({ facts }: Inference, losses: LossList): number {
  const { usage, answer } = facts;
  if (usage !== undefined && usage.outputTokens > 0) return usage.outputTokens;
  const isRecorded = answer.length > 0;
  losses.add(isRecorded ? 'estimated.output_tokens' : 'assumed.output_tokens', '', undefined);
  return isRecorded ? Math.ceil(jsonBytes(answer) / bytesPerToken) : assumedTokens;
}
