/** The members of a request beside its messages and tools, as the Messages API has them. */

import type { JsonRecord } from '../../contract/json-record.js';
import { recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

/** What the messages and the tools are made from, and the way an answer comes, which a batch has one of. */
const told: ReadonlySet<string> = new Set(['model', 'instructions', 'input', 'tools']);

export interface MessagesFieldOptions {
  readonly hasTools: boolean;
  readonly losses: LossList;
}

export function messagesFields(
  request: JsonRecord,
  { hasTools, losses }: MessagesFieldOptions,
): JsonRecord {
  const fields: Record<string, unknown> = {};
  const choice = hasTools ? toolChoice(request) : undefined;
  if (choice !== undefined) fields['tool_choice'] = choice;
  for (const [key, value] of Object.entries(request)) {
    if (told.has(key) || value === undefined) continue;
    if (key === 'max_output_tokens') fields['max_tokens'] = value;
    else if (key === 'temperature' || key === 'top_p') fields[key] = value;
    else if (choice === undefined || !isAboutTools(key)) {
      losses.add('left_out.field', `/${key}`, value);
    }
  }
  return fields;
}

function isAboutTools(key: string): boolean {
  return key === 'tool_choice' || key === 'parallel_tool_calls';
}

function toolChoice(request: JsonRecord): JsonRecord | undefined {
  const choice = request['tool_choice'] ?? 'auto';
  const parallel =
    request['parallel_tool_calls'] === false ? { disable_parallel_tool_use: true } : {};
  switch (choice) {
    case 'auto':
      return { type: 'auto', ...parallel };
    case 'required':
      return { type: 'any', ...parallel };
    case 'none':
      return { type: 'none' };
    default: {
      const name = stringIn(recordIn(choice)?.['name']);
      return name === undefined ? undefined : { type: 'tool', name, ...parallel };
    }
  }
}
