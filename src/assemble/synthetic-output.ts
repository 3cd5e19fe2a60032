/** Makes the output that a call without one is sent with (spec 3 §3.2). */

import { atom } from '../contract/atoms.js';
import type { ItemTable } from '../contract/item-table.js';
import { nameUuid, outputNamespace } from './name-uuid.js';

const customCall = atom('custom_tool_call');
const searchCall = atom('tool_search_call');

/** Adds the output of `call` to the table and returns its item. */
export function addSyntheticOutput(table: ItemTable, call: number, sendsIds: boolean): number {
  const { type, rest } = outputOf(table, call, sendsIds);
  table.pieces.addLiteral(Buffer.from(`{"type":"${type}",${rest}}`));
  const line = table.lines[call] as number;
  return table.addMade(atom(type), 0, { rule: 'item.missing_output', line });
}

interface Output {
  readonly type: 'function_call_output' | 'custom_tool_call_output' | 'tool_search_output';
  /** Its members behind the type, as JSON. */
  readonly rest: string;
}

function outputOf(table: ItemTable, call: number, sendsIds: boolean): Output {
  const type = table.types[call] as number;
  const itemId = sendsIds ? table.itemIds.get(call) : undefined;
  const callId = JSON.stringify(table.callIds[table.callNumbers[call] as number] ?? '');
  if (type === customCall) {
    const id = idPart(itemId, 'ctco');
    return { type: 'custom_tool_call_output', rest: `${id}"call_id":${callId},"output":"aborted"` };
  }
  if (type === searchCall) {
    const id = idPart(itemId, 'tso');
    const rest = `"call_id":${callId},"status":"completed","execution":"client","tools":[]`;
    return { type: 'tool_search_output', rest: `${id}${rest}` };
  }
  const id = idPart(itemId, 'fco');
  return { type: 'function_call_output', rest: `${id}"call_id":${callId},"output":"aborted"` };
}

function idPart(itemId: string | undefined, prefix: string): string {
  if (itemId === undefined) return '';
  return `"id":"${prefix}_${nameUuid(outputNamespace, `${prefix}:${itemId}`)}",`;
}
