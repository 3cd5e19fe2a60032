/** The members of a request beside its messages and tools, as the Chat API has them. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { recordIn } from '../json-values.js';
import { isServiceTier } from '../service-tier.js';
import type { LossList } from '../loss-list.js';

/** `openai`: whatever the Chat API of OpenAI takes; `common`: what other servers take as well. */
export type FieldSet = 'openai' | 'common';

/** What the chat itself is made from. */
const told: ReadonlySet<string> = new Set(['model', 'instructions', 'input', 'tools']);

/** Members with the same name and meaning in both. */
const sameForAll: ReadonlySet<string> = new Set(['temperature', 'top_p', 'user']);
const sameForOpenai: ReadonlySet<string> = new Set([
  'metadata',
  'prompt_cache_key',
  'safety_identifier',
  'service_tier',
  'top_logprobs',
]);

/** Members that say something about tools, which servers refuse where there are none. */
const aboutTools: ReadonlySet<string> = new Set(['tool_choice', 'parallel_tool_calls']);

export interface FieldOptions {
  readonly fields: FieldSet;
  readonly hasTools: boolean;
  readonly losses: LossList;
}

export function chatFields(request: JsonRecord, options: FieldOptions): JsonRecord {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request)) {
    if (told.has(key) || value === undefined) continue;
    const written = chatField(key, value, options);
    if (written === undefined) options.losses.add('left_out.field', `/${key}`, value);
    else Object.assign(fields, written);
  }
  return fields;
}

/** @returns undefined for what has no place in the Chat API */
function chatField(key: string, value: unknown, options: FieldOptions): JsonRecord | undefined {
  const { fields, hasTools } = options;
  if (aboutTools.has(key) && !hasTools) return undefined;
  if (key === 'service_tier' && !isServiceTier(value)) return undefined;
  if (sameForAll.has(key) || (fields === 'openai' && sameForOpenai.has(key))) {
    return { [key]: value };
  }
  switch (key) {
    case 'parallel_tool_calls':
      return { parallel_tool_calls: value };
    case 'tool_choice':
      return toolChoice(value);
    case 'max_output_tokens':
      return { [fields === 'openai' ? 'max_completion_tokens' : 'max_tokens']: value };
    case 'reasoning':
      return reasoningFields(value, options);
    case 'text':
      return textFields(value, options);
    default:
      return undefined;
  }
}

function toolChoice(value: unknown): JsonRecord | undefined {
  if (typeof value === 'string') return { tool_choice: value };
  const { type, name } = recordIn(value) ?? {};
  if (type !== 'function' && type !== 'custom') return undefined;
  return { tool_choice: { type, [type]: { name } } };
}

function reasoningFields(value: unknown, { losses }: FieldOptions): JsonRecord | undefined {
  const { effort, ...rest } = recordIn(value) ?? {};
  for (const [key, member] of Object.entries(rest)) {
    losses.add('left_out.field', `/reasoning/${key}`, member);
  }
  return typeof effort === 'string' ? { reasoning_effort: effort } : {};
}

function textFields(value: unknown, { fields, losses }: FieldOptions): JsonRecord {
  const { format, verbosity } = recordIn(value) ?? {};
  const written: Record<string, unknown> = {};
  if (verbosity !== undefined && fields === 'openai') written['verbosity'] = verbosity;
  if (verbosity !== undefined && fields !== 'openai') {
    losses.add('left_out.field', '/text/verbosity', verbosity);
  }
  if (isRecord(format)) written['response_format'] = responseFormat(format);
  return written;
}

/** A schema is one level deeper there than in the Responses API. */
function responseFormat(format: JsonRecord): JsonRecord {
  const { type, ...schema } = format;
  return type === 'json_schema' ? { type, json_schema: schema } : format;
}
