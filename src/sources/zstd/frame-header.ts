/** What comes between blocks: frame headers and skippable frames (RFC 8878 §3.1.1.1, §3.1.2). */

/** The most bytes a frame header can take, magic number included. */
export const maxFrameHeaderBytes = 18;

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const kilobyte = 1024;

/** What a run of bytes starts with; `short` when there are too few bytes to tell. */
export type FrameStart =
  | { readonly kind: 'frame'; readonly header: FrameHeader }
  | { readonly kind: 'skippable'; readonly lengthBytes: number }
  | { readonly kind: 'reserved_bit' }
  | { readonly kind: 'unknown'; readonly magic: string }
  | { readonly kind: 'short' };

export interface FrameHeader {
  /** Length of the header itself. */
  readonly headerBytes: number;
  /** How far back a match may reach: what a decoder must keep. */
  readonly windowBytes: number;
  /** Size of the decompressed content, when the frame names it. */
  readonly contentBytes: number | undefined;
  readonly hasChecksum: boolean;
  /** 0 for none. */
  readonly dictionaryId: number;
}

/** Reads the start of a frame at `bytes[at]`; `to` is the end of the known bytes. */
export function readFrameStart(bytes: Uint8Array, at: number, to: number): FrameStart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (to - at < 5) return { kind: 'short' };
  const magic = view.getUint32(at, true);
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
    if (to - at < 8) return { kind: 'short' };
    return { kind: 'skippable', lengthBytes: 8 + view.getUint32(at + 4, true) };
  }
  if (magic !== frameMagic) return { kind: 'unknown', magic: hexOf(bytes.subarray(at, at + 4)) };
  const flags = view.getUint8(at + 4);
  if ((flags & 8) !== 0) return { kind: 'reserved_bit' };
  const isSingleSegment = (flags & 32) !== 0;
  const dictionaryIdBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeFlag = flags >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const headerBytes = 5 + Number(!isSingleSegment) + dictionaryIdBytes + sizeBytes;
  if (to - at < headerBytes) return { kind: 'short' };
  const dictionaryAt = at + 5 + Number(!isSingleSegment);
  const contentBytes =
    sizeBytes === 0
      ? undefined
      : readInteger(view, dictionaryAt + dictionaryIdBytes, sizeBytes) +
        (sizeBytes === 2 ? 256 : 0);
  const header = {
    headerBytes,
    windowBytes: isSingleSegment ? (contentBytes ?? 0) : windowOf(view.getUint8(at + 5)),
    contentBytes,
    hasChecksum: (flags & 4) !== 0,
    dictionaryId: readInteger(view, dictionaryAt, dictionaryIdBytes),
  };
  return { kind: 'frame', header };
}

function windowOf(descriptor: number): number {
  const base = kilobyte * 2 ** (descriptor >> 3);
  return base + (base / 8) * (descriptor & 7);
}

/** Little-endian; sizes beyond 2^53 lose their last digits, which only ever makes them "too large" all the same. */
function readInteger(view: DataView, at: number, lengthBytes: number): number {
  let value = 0;
  for (let i = lengthBytes - 1; i >= 0; i--) value = value * 256 + view.getUint8(at + i);
  return value;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
