/** Tools as the published schema has them. */

import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { arrayIn, recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

/** Tools of the server, which are taken as they stand. */
const serverTools: ReadonlySet<unknown> = new Set([
  'code_interpreter',
  'file_search',
  'image_generation',
  'local_shell',
  'mcp',
  'shell',
  'apply_patch',
  'tool_search',
  'web_search',
  'web_search_2025_08_26',
  'web_search_preview',
]);

/** @param path JSON pointer of the list */
export function strictTools(tools: unknown, path: string, losses: LossList): readonly JsonRecord[] {
  return arrayIn(tools).flatMap((value, index) => {
    const place = `${path}/${String(index)}`;
    const tool = recordIn(value) ?? {};
    const strict = strictTool(tool, place, losses);
    if (strict !== undefined) return [strict];
    losses.add(`left_out.tool.${stringIn(tool['type']) ?? 'unknown'}`, place, value);
    return [];
  });
}

function strictTool(tool: JsonRecord, path: string, losses: LossList): JsonRecord | undefined {
  const { type, name } = tool;
  if (serverTools.has(type)) return tool;
  if (typeof name !== 'string') return undefined;
  const named = { type, name, ...optional('description', stringIn(tool['description'])) };
  const deferred = tool['defer_loading'] === true ? { defer_loading: true } : {};
  switch (type) {
    case 'function':
      return {
        ...named,
        parameters: recordIn(tool['parameters']) ?? null,
        strict: tool['strict'] === true,
        ...deferred,
      };
    case 'custom':
      return { ...named, ...optional('format', recordIn(tool['format'])), ...deferred };
    case 'namespace': {
      const tools = strictTools(tool['tools'], `${path}/tools`, losses);
      return tools.length === 0 ? undefined : { description: '', ...named, tools };
    }
    default:
      return undefined;
  }
}
