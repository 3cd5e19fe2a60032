/** The thread id in the first line of a rollout, from the first bytes of the file. */

import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { constants, gunzipSync } from 'node:zlib';
import { PromptmillError } from '../contract/errors.js';
import { inflateInMemoryBytes, minViewBytes, windowBytes } from '../contract/limits.js';
import { ChunkReader } from './chunk-reader.js';
import { InflatedBytes } from './inflated-bytes.js';
import { chunksOf, openForReading } from './read-file.js';
import { ReusedBuffer } from './reused-buffer.js';
import type { InputEncoding } from './rollout-name.js';
import { ZstdDecoder } from './zstd/decode-zstd.js';

/** Session metadata starts with plain values, the id among them; what is long or nested comes after it. */
const leadingId =
  /"payload"\s*:\s*\{\s*(?:"[^"\\]*"\s*:\s*(?:"[^"\\]*"|[\w.+-]+)\s*,\s*)*?"id"\s*:\s*"([^"\\]*)"/;

const newline = 0x0a;

/** How much of a gzip file is decoded: its text may be a thousand times as long. */
const gzipHeadBytes = 8 * 1024;

/** Reads heads with buffers of its own, one file after the other. */
export class HeadReader {
  readonly #chunks = new ChunkReader();
  #decoder: ZstdDecoder | undefined;
  readonly #memory = new ReusedBuffer();

  /** The id of the session metadata that a file starts with; undefined when it starts otherwise or cannot be read. */
  threadIdOf(path: string, encoding: InputEncoding): string | undefined {
    try {
      const head = this.#head(path, encoding);
      const lineEnd = head.indexOf(newline);
      return leadingId.exec(
        new TextDecoder().decode(lineEnd === -1 ? head : head.subarray(0, lineEnd)),
      )?.[1];
    } catch (error) {
      // One of many files that may be the one looked for: who needs it reports that it was not found.
      if (error instanceof PromptmillError) return undefined;
      throw error;
    }
  }

  #head(path: string, encoding: InputEncoding): Uint8Array {
    const file = openForReading(path);
    try {
      const read = chunksOf(file.fd);
      // A head is all there is to read: of a large file nothing else should leave the disk.
      this.#chunks.start((target, from, lengthBytes) =>
        read(target, from, Math.min(lengthBytes, minViewBytes)),
      );
      return this.#decodedHead(encoding);
    } finally {
      if (file.isOurs) closeSync(file.fd);
    }
  }

  #decodedHead(encoding: InputEncoding): Uint8Array {
    if (encoding === 'zstd') return this.#firstBlock();
    if (encoding === 'gzip') return inflateHead(this.#firstBytes(gzipHeadBytes));
    return this.#firstBytes(minViewBytes);
  }

  #firstBytes(mostBytes: number): Uint8Array {
    this.#chunks.fill(mostBytes);
    return this.#chunks.bytes.subarray(0, Math.min(this.#chunks.end, mostBytes));
  }

  #firstBlock(): Uint8Array {
    const limits = { inMemoryBytes: inflateInMemoryBytes, windowBytes, spoolFolder: tmpdir() };
    const data = new InflatedBytes(this.#memory, limits);
    this.#decoder ??= new ZstdDecoder();
    this.#decoder.decode({
      source: this.#chunks,
      target: data,
      stopAfterBytes: minViewBytes,
    });
    return data.bytes.subarray(0, data.end);
  }
}

/** The text a cut gzip file starts with. */
function inflateHead(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new PromptmillError('input_corrupt', 'the start of the gzip data is damaged', {
      cause: error,
    });
  }
}
