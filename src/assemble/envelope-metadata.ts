/** What the metadata of a line's envelope says. */

import { atom } from '../contract/atoms.js';
import { Kind } from '../contract/tape.js';
import { findKey, kindAt } from '../contract/tape-reader.js';

const metadataAtom = atom('metadata');

/** Whether a line's metadata says that the program itself put the item there. */
export function isHarnessAuthored(tape: Uint32Array): boolean {
  const metadata = findKey(tape, 0, metadataAtom);
  if (metadata < 0 || kindAt(tape, metadata) !== Kind.object) return false;
  const flag = findKey(tape, metadata, atom('harness_authored_configuration'));
  return flag >= 0 && kindAt(tape, flag) === Kind.true;
}
