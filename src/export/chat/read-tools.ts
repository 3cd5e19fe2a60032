/** The tools a request offers, as tools of the neutral form: namespaces are taken apart. */

import type { ChatTool } from '../../contract/chat.js';
import { optional } from '../../contract/optional-member.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { arrayIn, recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

/** What a tool search is called, as a tool and as a call. */
export const toolSearchName = 'tool_search';

/**
 * @param tools as in the Responses API
 * @param path JSON pointer of the list
 */
export function readTools(tools: unknown, path: string, losses: LossList): ChatTool[] {
  return arrayIn(tools).flatMap((tool, index) =>
    readTool(tool, { path: `${path}/${String(index)}`, losses }),
  );
}

interface ToolPlace {
  readonly path: string;
  readonly losses: LossList;
  readonly namespace?: string;
}

function readTool(value: unknown, place: ToolPlace): ChatTool[] {
  const tool = recordIn(value);
  const type = stringIn(tool?.['type']);
  const name = stringIn(tool?.['name']);
  if (tool !== undefined && type === toolSearchName) return [toolSearch(tool, place)];
  if (tool !== undefined && name !== undefined) {
    if (type === 'namespace') return namespaceTools(tool, name, place);
    if (type === 'function') return [functionTool(tool, name, place)];
    if (type === 'custom') return [customTool(tool, name, place)];
  }
  place.losses.add(`left_out.tool.${type ?? 'unknown'}`, place.path, value);
  return [];
}

function namespaceTools(tool: JsonRecord, namespace: string, place: ToolPlace): ChatTool[] {
  const { path, losses } = place;
  const description = tool['description'];
  if (typeof description === 'string' && description !== '') {
    losses.add('left_out.namespace_description', `${path}/description`, description);
  }
  return arrayIn(tool['tools']).flatMap((inner, index) =>
    readTool(inner, { losses, namespace, path: `${path}/tools/${String(index)}` }),
  );
}

function functionTool(tool: JsonRecord, name: string, place: ToolPlace): ChatTool {
  const { strict } = tool;
  return {
    name,
    ...optional('namespace', place.namespace),
    type: 'function',
    ...optional('description', stringIn(tool['description'])),
    ...optional('parameters', recordIn(tool['parameters'])),
    ...optional('strict', typeof strict === 'boolean' ? strict : undefined),
    from: place.path,
  };
}

function customTool(tool: JsonRecord, name: string, place: ToolPlace): ChatTool {
  return {
    name,
    ...optional('namespace', place.namespace),
    type: 'custom',
    ...optional('description', stringIn(tool['description'])),
    ...optional('format', recordIn(tool['format'])),
    from: place.path,
  };
}

/** The search for tools is a function like any other where it is the client that searches. */
function toolSearch(tool: JsonRecord, place: ToolPlace): ChatTool {
  place.losses.add('changed.tool_search', place.path, tool);
  return functionTool(tool, toolSearchName, place);
}
