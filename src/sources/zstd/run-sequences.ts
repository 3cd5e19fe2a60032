/** Sequences at work: which literals and which earlier bytes make up a block's output (RFC 8878 §3.1.1.4). */

import type { BlockInput } from './block-input.js';
import type { SequenceHeader } from './read-sequence-header.js';
import {
  literalLengthBase,
  literalLengthBits,
  matchLengthBase,
  matchLengthBits,
} from './sequence-codes.js';

/** Where a block's output goes: after `end`, with room for `maxBytes` and `copySlackBytes` more. */
export interface BlockOutput {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  /** Bytes before `end` that belong to this frame: how far back a match may reach. */
  readonly historyBytes: number;
  /** The most bytes this block may come to. */
  readonly maxBytes: number;
}

/** A block's literals; `bytes` is at least `copySlackBytes` longer than they are. */
export interface Literals {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly lengthBytes: number;
}

/** Copies go by words of 4 bytes and may run this far past their end; the next copy overwrites what they put there. */
export const copySlackBytes = 32;

/** From this length on the engine's own copy beats a loop over words. */
const longCopyBytes = 96;

/** An offset code beyond this points farther back than the widest window that is read (128 MiB). */
const maxOffsetCode = 27;

/**
 * Runs a block's sequences, then copies the literals that are left over.
 *
 * `repeats` holds the three offsets used last and is brought up to date.
 * One long function on purpose: its state has to live in registers. Every position is checked once a sequence; the
 * margins of the input and the slack of the output take what is read or written before the check.
 *
 * @returns how many bytes were put after `out.end`.
 */
export function runSequences(
  input: BlockInput,
  header: SequenceHeader,
  {
    literals,
    out,
    repeats,
  }: { readonly literals: Literals; readonly out: BlockOutput; readonly repeats: Int32Array },
): number {
  const { view } = input;
  const { from } = header;
  const { literalLength: llTable, offset: ofTable, matchLength: mlTable } = header.tables;
  const { entries: llEntries } = llTable;
  const { entries: ofEntries } = ofTable;
  const { entries: mlEntries } = mlTable;
  const { bytes: target, view: targetView } = out;
  const { bytes: literalBytes, view: literalView, lengthBytes: literalsEnd } = literals;
  const historyStart = out.end - out.historyBytes;
  const outLimit = out.end + out.maxBytes;

  const startBit = from * 8;
  let bit = firstBit(input);
  bit -= llTable.log;
  let llState = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << llTable.log) - 1);
  bit -= ofTable.log;
  let ofState = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << ofTable.log) - 1);
  bit -= mlTable.log;
  let mlState = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << mlTable.log) - 1);

  let repeat0 = repeats[0] ?? 0;
  let repeat1 = repeats[1] ?? 0;
  let repeat2 = repeats[2] ?? 0;
  let to = out.end;
  let literalAt = 0;
  for (let left = header.count; left > 0; left--) {
    const ofEntry = ofEntries[ofState] ?? 0;
    const mlEntry = mlEntries[mlState] ?? 0;
    const llEntry = llEntries[llState] ?? 0;

    const ofCode = ofEntry & 0xff;
    if (ofCode > maxOffsetCode) {
      throw input.damaged('a match farther back than the widest window', from);
    }
    let offset = 1 << ofCode;
    let shift = 0;
    if (ofCode > 24) {
      // More than one read is sure to give: the upper bits first, then the last four.
      bit -= ofCode - 4;
      offset += ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << (ofCode - 4)) - 1)) << 4;
      shift = ofCode - 4;
    }
    bit -= ofCode - shift;
    offset += (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << (ofCode - shift)) - 1);

    const mlCode = mlEntry & 0xff;
    const mlExtra = matchLengthBits[mlCode] ?? 0;
    bit -= mlExtra;
    const matchLength =
      (matchLengthBase[mlCode] ?? 0) +
      ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << mlExtra) - 1));

    const llCode = llEntry & 0xff;
    const llExtra = literalLengthBits[llCode] ?? 0;
    bit -= llExtra;
    const literalLength =
      (literalLengthBase[llCode] ?? 0) +
      ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << llExtra) - 1));

    if (left > 1) {
      const llBits = (llEntry >> 8) & 0xff;
      bit -= llBits;
      llState =
        (llEntry >> 16) + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << llBits) - 1));
      const mlBits = (mlEntry >> 8) & 0xff;
      bit -= mlBits;
      mlState =
        (mlEntry >> 16) + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << mlBits) - 1));
      const ofBits = (ofEntry >> 8) & 0xff;
      bit -= ofBits;
      ofState =
        (ofEntry >> 16) + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << ofBits) - 1));
    }
    if (bit < startBit) throw input.damaged('sequences cut short', from);

    if (offset > 3) {
      offset -= 3;
      repeat2 = repeat1;
      repeat1 = repeat0;
      repeat0 = offset;
    } else {
      const which = literalLength === 0 ? offset : offset - 1;
      if (which === 0) offset = repeat0;
      else if (which === 1) offset = repeat1;
      else if (which === 2) offset = repeat2;
      else offset = repeat0 - 1;
      if (which > 1) repeat2 = repeat1;
      if (which > 0) repeat1 = repeat0;
      repeat0 = offset;
    }

    const matchAt = to + literalLength;
    const source = matchAt - offset;
    const next = matchAt + matchLength;
    if (next > outLimit) throw input.damaged('a block that grows past its limit', from);
    if (literalAt + literalLength > literalsEnd) {
      throw input.damaged('sequences that want more literals', from);
    }
    if (offset <= 0 || source < historyStart) {
      throw input.damaged('a match from before the start', from);
    }

    if (literalLength < longCopyBytes) {
      for (let i = 0; i < literalLength; i += 4) {
        targetView.setInt32(to + i, literalView.getInt32(literalAt + i, true), true);
      }
    } else target.set(literalBytes.subarray(literalAt, literalAt + literalLength), to);
    literalAt += literalLength;

    if (offset < 4) {
      for (let i = 0; i < matchLength; i++) target[matchAt + i] = target[source + i] ?? 0;
    } else if (matchLength < longCopyBytes || offset < matchLength) {
      for (let i = 0; i < matchLength; i += 4) {
        targetView.setInt32(matchAt + i, targetView.getInt32(source + i, true), true);
      }
    } else target.copyWithin(matchAt, source, source + matchLength);
    to = next;
  }
  if (bit !== startBit) throw input.damaged('bits after the last sequence', from);
  repeats[0] = repeat0;
  repeats[1] = repeat1;
  repeats[2] = repeat2;

  const end = to + literalsEnd - literalAt;
  if (end > outLimit) throw input.damaged('a block that grows past its limit', from);
  target.set(literalBytes.subarray(literalAt, literalsEnd), to);
  return end - out.end;
}

/** A stream is read backward from its last byte, whose highest set bit only marks the end. */
function firstBit(input: BlockInput): number {
  const last = input.view.getUint8(input.end - 1);
  if (last === 0) throw input.damaged('a sequence stream without its end mark', input.end - 1);
  return input.end * 8 - 1 - (Math.clz32(last) - 24);
}
