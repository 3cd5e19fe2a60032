/** zstd streams: any number of frames, skippable ones included, each checked against its block limits, size and checksum. */

import type { ChunkReader } from '../chunk-reader.js';
import { BlockInput, maxBlockBytes } from './block-input.js';
import { BlockDecoder } from './decode-block.js';
import { maxFrameHeaderBytes, readFrameStart, type FrameHeader } from './frame-header.js';
import { copySlackBytes } from './run-sequences.js';
import { corrupt, needsDictionary, needsWindow, truncated } from './stream-errors.js';
import { Xxhash64 } from './xxhash64.js';

/** Where decompressed data goes: a growing run of bytes whose oldest part may be moved out. */
export interface ZstdTarget {
  readonly bytes: Uint8Array;
  /** Covers the same buffer as `bytes` from its first byte. */
  readonly view: DataView;
  /** Index in `bytes` after what was put there. */
  end: number;
  /** Everything put here so far, moved out or not. */
  readonly totalBytes: number;
  /** Makes room for `roomBytes` after `end`, keeping at least the newest `keepBytes` in `bytes`. */
  reserve(roomBytes: number, keepBytes: number): void;
}

/** A stream on its way from `source` to `target`. */
export interface ZstdStream {
  readonly source: ChunkReader;
  readonly target: ZstdTarget;
  /** No block is begun once `target` has this much; whatever is left is neither decoded nor checked. */
  readonly stopAfterBytes?: number;
}

/** A frame that needs a wider window is refused: 128 MiB, the limit of the zstd program too. */
const maxWindowBytes = 2 ** 27;

/**
 * A decoder with its buffers; one stream at a time.
 *
 * Our own because the packages for Node 20 that need no compiler ignore checksums or take damaged blocks for good, and
 * because Node's own decoder (from 22.15 on) drops all frames but the first and takes a truncated stream for a whole one.
 */
export class ZstdDecoder {
  readonly #blocks = new BlockDecoder();
  readonly #input = new BlockInput();
  readonly #hash = new Xxhash64();

  /**
   * Decodes a whole stream, or up to the block that reaches `stopAfterBytes`.
   * @throws PromptmillError `input_corrupt` for damaged or truncated data, `input_unreadable` for a frame that needs
   * a dictionary or too wide a window.
   */
  decode(stream: ZstdStream): void {
    const { source } = stream;
    if (!source.fill(1)) throw truncated(stream, 'an empty stream');
    while (!isDone(stream) && source.fill(1)) {
      source.fill(maxFrameHeaderBytes);
      const start = readFrameStart(source.bytes, source.at, source.end);
      switch (start.kind) {
        case 'frame':
          this.#decodeFrame(stream, start.header);
          break;
        case 'skippable':
          if (!source.skip(start.lengthBytes)) throw truncated(stream, 'a skippable frame');
          break;
        case 'short':
          throw truncated(stream, 'a frame header');
        case 'reserved_bit':
          throw corrupt(stream, 'a frame header with a reserved bit set');
        case 'unknown':
          throw corrupt(stream, `bytes ${start.magic} where a frame starts`);
      }
    }
  }

  #decodeFrame(stream: ZstdStream, header: FrameHeader): void {
    const { source, target } = stream;
    if (header.dictionaryId !== 0) throw needsDictionary(stream, header);
    if (header.windowBytes > maxWindowBytes) throw needsWindow(stream, header, maxWindowBytes);
    source.skip(header.headerBytes);
    this.#blocks.startFrame();
    this.#hash.reset();
    const frameStart = target.totalBytes;
    for (let isLast = false; !isLast;) {
      if (isDone(stream)) return;
      const from = target.totalBytes - frameStart;
      isLast = this.#decodeBlock(stream, header, Math.min(from, header.windowBytes));
    }
    const frameBytes = target.totalBytes - frameStart;
    if (header.contentBytes !== undefined && header.contentBytes !== frameBytes) {
      throw corrupt(stream, `${frameBytes} bytes in a frame that says ${header.contentBytes}`);
    }
    if (header.hasChecksum) this.#checkHash(stream);
  }

  /** Decodes one block, which may refer to the last `historyBytes`; true when it is the frame's last. */
  #decodeBlock(stream: ZstdStream, header: FrameHeader, historyBytes: number): boolean {
    const { source, target } = stream;
    if (!source.fill(3)) throw truncated(stream, 'a block header');
    const head = new DataView(source.bytes.buffer).getUint16(source.at, true);
    const sizeBytes = (head >> 3) | ((source.bytes[source.at + 2] ?? 0) << 13);
    const type = (head >> 1) & 3;
    const maxBytes = Math.min(header.windowBytes, maxBlockBytes);
    if (type === 3) throw corrupt(stream, 'a block of the reserved type');
    if (sizeBytes > maxBytes) throw corrupt(stream, `a block of ${sizeBytes} bytes`);
    source.skip(3);
    const storedBytes = type === 1 ? 1 : sizeBytes;
    if (!source.fill(storedBytes)) throw truncated(stream, 'a block');

    target.reserve(maxBytes + copySlackBytes, historyBytes);
    const { bytes, view, end } = target;
    const stored = source.bytes.subarray(source.at, source.at + storedBytes);
    if (type === 0) {
      bytes.set(stored, end);
      target.end += sizeBytes;
    } else if (type === 1) {
      bytes.fill(stored[0] ?? 0, end, end + sizeBytes);
      target.end += sizeBytes;
    } else {
      this.#input.load(stored, source.offsetBytes, target.totalBytes);
      target.end += this.#blocks.decode(this.#input, { bytes, view, end, historyBytes, maxBytes });
    }
    source.skip(storedBytes);
    if (header.hasChecksum) this.#hash.update({ bytes, view, from: end, to: target.end });
    return (head & 1) === 1;
  }

  #checkHash(stream: ZstdStream): void {
    const { source } = stream;
    if (!source.fill(4)) throw truncated(stream, 'a checksum');
    const stored = new DataView(source.bytes.buffer).getUint32(source.at, true);
    const computed = this.#hash.low32();
    if (stored !== computed) {
      throw corrupt(
        stream,
        `content with checksum ${hex(computed)} in a frame that says ${hex(stored)}`,
      );
    }
    source.skip(4);
  }
}

function isDone({ target, stopAfterBytes }: ZstdStream): boolean {
  return stopAfterBytes !== undefined && target.totalBytes >= stopAfterBytes;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
