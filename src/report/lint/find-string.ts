/** Looks for a string inside a JSON value. */

import { isRecord } from '../../contract/json-record.js';
import { pointerStep } from '../../contract/json-pointer.js';

export interface FoundString {
  readonly key: string;
  readonly text: string;
  /** JSON pointer into the value. */
  readonly path: string;
}

/** Every string of a value, with the key it stands under: in a list, that of the list. */
export function* stringsOf(value: unknown, key = '', path = ''): Generator<FoundString> {
  if (typeof value === 'string') {
    yield { key, text: value, path };
  } else if (Array.isArray(value)) {
    for (const [position, element] of value.entries()) {
      yield* stringsOf(element, key, `${path}/${String(position)}`);
    }
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield* stringsOf(member, name, `${path}${pointerStep(name)}`);
    }
  }
}
