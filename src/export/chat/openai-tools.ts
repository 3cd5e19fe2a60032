/** Tools of the neutral form as tools of the Chat API. */

import type { ChatTool } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';

export function openaiTool(tool: ChatTool): JsonRecord {
  const { name, description, parameters, strict } = tool;
  const named = { name, ...optional('description', description) };
  if (tool.type === 'custom') {
    return { type: 'custom', custom: { ...named, ...optional('format', chatFormat(tool.format)) } };
  }
  const schema = { ...optional('parameters', parameters), ...optional('strict', strict) };
  return { type: 'function', function: { ...named, ...schema } };
}

/** A grammar is one level deeper there than in the Responses API. */
function chatFormat(format: JsonRecord | undefined): JsonRecord | undefined {
  if (format?.['type'] !== 'grammar') return format;
  const { syntax, definition } = format;
  return { type: 'grammar', grammar: { syntax, definition } };
}
