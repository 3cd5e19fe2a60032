/** Finds the atom that a short run of bytes spells: one hash, one comparison. */

import { atomNames, maxAtomBytes } from '../../contract/atoms.js';

const slotCount = 4096;
const slots = new Uint16Array(slotCount);
const starts = new Uint16Array(atomNames.length + 1);
const lengths = new Uint8Array(atomNames.length + 1);
const text = new TextEncoder().encode(atomNames.join(''));

function hash(bytes: Uint8Array, from: number, length: number): number {
  const first = bytes[from] as number;
  const middle = bytes[from + (length >> 1)] as number;
  const third = bytes[from + (length >> 2)] as number;
  const last = bytes[from + length - 1] as number;
  return (length * 61 + first * 7 + middle * 131 + third * 511 + last * 29) & (slotCount - 1);
}

let position = 0;
for (const [index, name] of atomNames.entries()) {
  starts[index + 1] = position;
  lengths[index + 1] = name.length;
  let slot = hash(text, position, name.length);
  while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
  slots[slot] = index + 1;
  position += name.length;
}

/** The atom spelled by `bytes[from, from + length)`, 0 when it is none. The bytes hold no escapes. */
export function findAtom(bytes: Uint8Array, from: number, length: number): number {
  if (length === 0 || length > maxAtomBytes) return 0;
  let slot = hash(bytes, from, length);
  for (;;) {
    const candidate = slots[slot] as number;
    if (candidate === 0) return 0;
    if (lengths[candidate] === length) {
      const start = starts[candidate] as number;
      let same = 0;
      while (same < length && bytes[from + same] === text[start + same]) same += 1;
      if (same === length) return candidate;
    }
    slot = (slot + 1) & (slotCount - 1);
  }
}
