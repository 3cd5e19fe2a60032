/**
 * The prompt of a request as a load benchmark counts it: the tools, the instructions and the items of the input, in this
 * order, each as the JSON it is sent as (formats §3.1). Where a unit ends, tokens end: a prompt that goes on where an
 * earlier one stopped has all tokens of the earlier one in front.
 */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { elementsOf, membersOf } from '../json-ranges.js';

export interface PromptUnits {
  readonly tools: readonly Uint8Array[];
  /** None or one. */
  readonly instructions: readonly Uint8Array[];
  readonly items: readonly Uint8Array[];
  /** Whether the answer is asked for as a stream of events. */
  readonly isStreamed: boolean;
}

/** @param body a request body, JSON in UTF-8 */
export function promptUnits(body: Uint8Array): PromptUnits {
  const values = new Map<string, Uint8Array>();
  for (const { key, valueBytes, endBytes } of membersOf(body, 0)) {
    values.set(key, body.subarray(valueBytes, endBytes));
  }
  const instructions = values.get('instructions');
  return {
    tools: elements(values.get('tools')),
    instructions: instructions === undefined ? [] : [instructions],
    items: elements(values.get('input')),
    isStreamed: Buffer.from(values.get('stream') ?? []).toString() === 'true',
  };
}

/** How many items at the start of the input belong to the system prompt. */
export function systemItems(items: readonly Uint8Array[]): number {
  const first = items.findIndex((item) => !isSystemRole(parseItem(item)['role']));
  return first === -1 ? items.length : first;
}

/** What the client added to a request, as the kinds a Weka trace knows: everything behind the model's last item. */
export function addedKinds(items: readonly Uint8Array[]): readonly string[] {
  const kinds = new Set<string>();
  for (const bytes of items.toReversed()) {
    const item = parseItem(bytes);
    if (isWritten(item)) break;
    kinds.add(String(item['type']).endsWith('_output') ? 'tool_result' : 'text');
  }
  return [...kinds].toSorted();
}

/** Whether the model wrote the item. */
function isWritten({ type, role }: JsonRecord): boolean {
  if (role === 'assistant' || type === 'reasoning') return true;
  return typeof type === 'string' && type.endsWith('_call');
}

function isSystemRole(role: unknown): boolean {
  return role === 'system' || role === 'developer';
}

function elements(value: Uint8Array | undefined): readonly Uint8Array[] {
  if (value === undefined || value[0] !== '['.charCodeAt(0)) return [];
  return elementsOf(value, 0).map(({ startBytes, endBytes }) =>
    value.subarray(startBytes, endBytes),
  );
}

function parseItem(bytes: Uint8Array): JsonRecord {
  const item: unknown = JSON.parse(Buffer.from(bytes).toString());
  return isRecord(item) ? item : {};
}
