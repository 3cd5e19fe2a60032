/** What the metadata of a line's envelope says. */

import { atom } from '../contract/atoms.js';
import { Kind } from '../contract/tape.js';
import { findKey, kindAt } from '../contract/tape-reader.js';

const metadataAtom = atom('metadata');

/** Whether a value is absent, an object or null: what a line's metadata may be. */
export function isObjectOrNull(tape: Uint32Array, value: number): boolean {
  if (value < 0) return true;
  const kind = kindAt(tape, value);
  return kind === Kind.object || kind === Kind.null;
}

/** Whether a line's metadata says that the program itself put the item there. */
export function isHarnessAuthored(tape: Uint32Array): boolean {
  const metadata = findKey(tape, 0, metadataAtom);
  if (metadata < 0 || kindAt(tape, metadata) !== Kind.object) return false;
  const flag = findKey(tape, metadata, atom('harness_authored_configuration'));
  return flag >= 0 && kindAt(tape, flag) === Kind.true;
}
