/** Makes the newest tool outputs shorter when a history to be compacted remotely is larger than the model's window (spec 3 §5.5). */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import type { Model } from '../catalog/model.js';
import type { ItemList } from '../history/item-list.js';
import { estimateItem, tokensOf } from './estimate-tokens.js';
import type { SessionSource } from './session-source.js';

const functionOutput = atom('function_call_output');
const customOutput = atom('custom_tool_call_output');
const searchOutput = atom('tool_search_output');

export interface WindowFit {
  readonly model: Model;
  /** Length of the base instructions, in bytes. */
  readonly baseBytes: number;
  /** What stands in for an output. */
  readonly outputText: string;
}

/** Replaces outputs at the end of `list`, from the last backwards, until the estimate fits or another item stops it. */
export function fitWindow(list: ItemList, source: SessionSource, fit: WindowFit): void {
  const window = effectiveWindow(fit.model);
  if (window === undefined) return;
  if (boundTokens(list, source) + tokensOf(fit.baseBytes) <= window) return;
  let total = tokensOf(fit.baseBytes);
  for (let position = 0; position < list.length; position += 1) {
    total += estimateItem(source, list.at(position));
  }
  for (let position = list.length - 1; position >= 0 && total > window; position -= 1) {
    const item = list.at(position);
    const shorter = shortOutput(source, item, fit.outputText);
    if (shorter === undefined) return;
    total += estimateItem(source, shorter) - estimateItem(source, item);
    list.items[position] = shorter;
  }
}

/** Never less than the estimate, and cheap: most histories fit by far. */
function boundTokens(list: ItemList, source: SessionSource): number {
  const { table } = source;
  let bytes = 0;
  for (let position = 0; position < list.length; position += 1) {
    const item = list.at(position);
    const length = Math.max(
      table.byteLengths[item] as number,
      table.recordedLengths[item] as number,
    );
    // An inline image counts for more than its payload when that is small; an item holds no more than this.
    bytes += ((table.flags[item] as number) & ItemFlag.image) === 0 ? length : length * 400;
  }
  return tokensOf(bytes) + list.length;
}

function effectiveWindow(model: Model): number | undefined {
  if (model.contextWindow === undefined) return undefined;
  return Math.floor((model.contextWindow * model.effectivePercent) / 100);
}

function shortOutput(source: SessionSource, item: number, text: string): number | undefined {
  const { table } = source;
  const type = table.types[item] as number;
  const callId = table.callIds[table.callNumbers[item] as number];
  if (callId === undefined) return undefined;
  const head = (name: string): string => `{"type":"${name}","call_id":${JSON.stringify(callId)}`;
  let json: string;
  let flags = 0;
  if (type === functionOutput || type === customOutput) {
    const name = type === functionOutput ? 'function_call_output' : 'custom_tool_call_output';
    json = `${head(name)},"output":${JSON.stringify(text)}}`;
    flags = ItemFlag.packText;
  } else if (type === searchOutput) {
    json = `${head('tool_search_output')},"status":"completed","execution":"client","tools":[]}`;
  } else {
    return undefined;
  }
  table.pieces.addLiteral(Buffer.from(json));
  const made = table.add(-1, 0, type, flags, callId, 0);
  table.made.set(made, { rule: 'item.output_left_out', line: table.lines[item] as number });
  return made;
}
