/** The faults by the numbers that the Rust core gives them (`native/core/src/tape.rs`). */

import type { ScanFault } from '../contract/tape.js';

const names: readonly ScanFault[] = [
  'unexpected_byte',
  'unexpected_end',
  'bad_escape',
  'control_in_string',
  'bad_number',
  'too_deep',
  'trailing_bytes',
];

/** @param number from 1 */
export function faultName(number: number): ScanFault {
  const name = names[number - 1];
  if (name === undefined) throw new Error(`the kernel found fault ${number}, which is none`);
  return name;
}
