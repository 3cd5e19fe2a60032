/** A request body as OpenAI's published schema has it, which asks for more than Codex sends (formats §1.2). */

import type { Loss } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { arrayIn, recordIn } from '../json-values.js';
import { isServiceTier } from '../service-tier.js';
import { LossList } from '../loss-list.js';
import { StrictItems } from './strict-items.js';
import { strictTools } from './strict-tools.js';

/** The members of a request that the schema names. */
const members: ReadonlySet<string> = new Set([
  'background',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
]);

export interface StrictOptions {
  /** Reasoning that only its own server can read. */
  readonly encryptedReasoning: 'keep' | 'drop';
}

export interface StrictBody {
  readonly body: JsonRecord;
  readonly losses: readonly Loss[];
}

/** The keys keep their order; an item has the same id wherever the same item stands in the same place. */
export function strictBody(request: JsonRecord, options: StrictOptions): StrictBody {
  const losses = new LossList();
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request)) {
    if (isMember(key, value)) body[key] = strictMember(key, value, { options, losses });
    else losses.add('left_out.field', `/${key}`, value);
  }
  return { body, losses: losses.losses };
}

function isMember(key: string, value: unknown): boolean {
  return members.has(key) && (key !== 'service_tier' || isServiceTier(value));
}

interface MemberRules {
  readonly options: StrictOptions;
  readonly losses: LossList;
}

function strictMember(key: string, value: unknown, { options, losses }: MemberRules): unknown {
  switch (key) {
    case 'input':
      return strictInput(value, options, losses);
    case 'reasoning':
      return strictReasoning(value, losses);
    case 'tools':
      return strictTools(value, '/tools', losses);
    default:
      return value;
  }
}

const reasoningWords: Readonly<Record<string, readonly unknown[]>> = {
  effort: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  summary: ['auto', 'concise', 'detailed'],
  context: ['auto', 'current_turn', 'all_turns'],
};

/** A recorded word may be one of a setting that the schema does not know. */
function strictReasoning(value: unknown, losses: LossList): JsonRecord {
  const strict: Record<string, unknown> = {};
  for (const [key, word] of Object.entries(recordIn(value) ?? {})) {
    if (reasoningWords[key]?.includes(word) === true) strict[key] = word;
    else losses.add('left_out.field', `/reasoning/${key}`, word);
  }
  return strict;
}

function strictInput(input: unknown, options: StrictOptions, losses: LossList): unknown {
  if (typeof input === 'string') return input;
  const items = new StrictItems(options, losses);
  return arrayIn(input).flatMap((item, index) => {
    const strict = items.item(recordIn(item) ?? {}, index);
    return strict === undefined ? [] : [strict];
  });
}
