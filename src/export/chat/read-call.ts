/** The calls a model makes, as calls of the neutral form. */

import type { ChatCall } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';
import { toolSearchName } from './read-tools.js';

/** @returns undefined for an item that is no call, or one that nothing could answer */
export function readCall(item: JsonRecord, from: string, losses: LossList): ChatCall | undefined {
  const id = stringIn(item['call_id']) ?? stringIn(item['id']);
  if (id === undefined) return undefined;
  const name = stringIn(item['name']) ?? '';
  const named = { id, name, ...optional('namespace', stringIn(item['namespace'])), from };
  switch (item['type']) {
    case 'function_call':
      return { ...named, type: 'function', input: stringIn(item['arguments']) ?? '' };
    case 'custom_tool_call':
      return { ...named, type: 'custom', input: stringIn(item['input']) ?? '' };
    case 'local_shell_call':
      losses.add('changed.local_shell_call', from, item);
      return { id, name: 'local_shell', type: 'function', input: jsonOf(item['action']), from };
    case 'tool_search_call':
      losses.add('changed.tool_search', from, item);
      return { id, name: toolSearchName, type: 'function', input: jsonOf(item['arguments']), from };
    default:
      return undefined;
  }
}

function jsonOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? {});
}
