/** Which output belongs to which call: the first one of its id behind it that no earlier call has taken. */

import { recordIn, stringIn } from '../json-values.js';

const outputTypes: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'tool_search_output',
  'local_shell_call_output',
]);

export class CallOutputs {
  /** Indexes of outputs by call id, ascending. */
  readonly #byCall = new Map<string, number[]>();
  readonly #taken = new Set<number>();

  constructor(items: readonly unknown[]) {
    for (const [index, item] of items.entries()) {
      const callId = outputCallId(item);
      if (callId === undefined) continue;
      const indexes = this.#byCall.get(callId) ?? [];
      indexes.push(index);
      this.#byCall.set(callId, indexes);
    }
  }

  /** @returns the index of the output, which is taken from then on; undefined when there is none */
  take(callId: string, callIndex: number): number | undefined {
    const found = this.#byCall
      .get(callId)
      ?.find((index) => index > callIndex && !this.#taken.has(index));
    if (found !== undefined) this.#taken.add(found);
    return found;
  }

  isTaken(index: number): boolean {
    return this.#taken.has(index);
  }
}

function outputCallId(value: unknown): string | undefined {
  const item = recordIn(value);
  return outputTypes.has(item?.['type']) ? stringIn(item?.['call_id']) : undefined;
}
