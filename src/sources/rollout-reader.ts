/** Opens rollouts of every encoding as bytes that can be viewed by ranges; one reader a thread, which keeps its buffers. */

import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { RolloutBytes } from '../contract/bytes.js';
import { PromptmillError } from '../contract/errors.js';
import { inflateInMemoryBytes, leastAheadBytes, windowBytes } from '../contract/limits.js';
import { ChunkReader, type ReadChunk } from './chunk-reader.js';
import { inflateGzip } from './inflate-gzip.js';
import { InflatedBytes, type InflateLimits } from './inflated-bytes.js';
import { MemoryBytes } from './memory-bytes.js';
import { AheadFile } from './read-ahead.js';
import { chunksOf, openForReading, readRange, type OpenFile } from './read-file.js';
import { ReusedBuffer } from './reused-buffer.js';
import { encodingOf, type InputEncoding } from './rollout-name.js';
import { WindowBytes } from './window-bytes.js';
import { ZstdDecoder } from './zstd/decode-zstd.js';

/** A rollout in use. Its bytes are valid until `close`, which gives its buffer to the next one; closing twice is fine. */
export interface OpenRollout {
  readonly bytes: RolloutBytes;
  close(): void;
}

export interface RolloutReaderOptions {
  /** A file up to this size is read whole; a larger one by windows of this size. At least `minViewBytes`. */
  readonly windowBytes?: number;
  /** Decompressed data up to this size stays in memory. */
  readonly inMemoryBytes?: number;
  /** Folder of temporary files, which have no name and vanish with the process. */
  readonly spoolFolder?: string;
}

/**
 * Opens rollouts, several at a time if need be: each takes a buffer from a pool and gives it back when it is closed.
 * Buffers are never dropped, so a reader comes to hold one for each rollout it once had open at the same time.
 */
export class RolloutReader {
  readonly #limits: InflateLimits;
  readonly #idle: ReusedBuffer[] = [];
  /** In the order they are to be opened. */
  readonly #ahead: AheadFile[] = [];
  #zstd: { readonly chunks: ChunkReader; readonly decoder: ZstdDecoder } | undefined;

  constructor(options: RolloutReaderOptions = {}) {
    this.#limits = {
      windowBytes: options.windowBytes ?? windowBytes,
      inMemoryBytes: options.inMemoryBytes ?? inflateInMemoryBytes,
      spoolFolder: options.spoolFolder ?? tmpdir(),
    };
  }

  /**
   * Opens a file, FIFO or `/dev/stdin`. A file is seen at the size it has now, though it may grow meanwhile.
   * @throws PromptmillError `input_not_found`, `input_unreadable`, `input_corrupt` or `source_changed`, with the file.
   */
  async open(path: string, encoding: InputEncoding): Promise<OpenRollout> {
    const ahead = await this.#takeAhead(path);
    const memory = ahead?.memory ?? this.#takeMemory(unknownSize);
    try {
      const { bytes, release } =
        ahead === undefined
          ? await this.#read(path, encoding, memory)
          : { bytes: await ahead.finish(), release: nothing };
      let isOpen = true;
      const close = (): void => {
        if (!isOpen) return;
        isOpen = false;
        bytes.close();
        release();
        this.#idle.push(memory);
      };
      return { bytes, close };
    } catch (error) {
      this.#idle.push(memory);
      throw error instanceof PromptmillError ? error.inFile(path) : error;
    }
  }

  /**
   * Begins to read the files that are opened next, while the caller is busy. Only plain files are, only as many as fit
   * into a window together, and none so short that handing it to another thread takes longer than to read it. Others
   * are opened as if it had not been called.
   *
   * @param paths in the order they will be opened
   */
  readAhead(paths: readonly string[]): void {
    let left = this.#limits.windowBytes;
    for (const { sizeBytes } of this.#ahead) left -= sizeBytes;
    for (const path of paths) {
      if (this.#ahead.some((file) => file.path === path)) continue;
      if (encodingOf(path) !== 'plain') return;
      const sizeBytes = AheadFile.sizeOf(path);
      if (sizeBytes === undefined || sizeBytes > left) return;
      if (sizeBytes < leastAheadBytes) continue;
      const ahead = AheadFile.begin(path, left, (size) => this.#takeMemory(size));
      if (ahead === undefined) return;
      this.#ahead.push(ahead);
      left -= ahead.sizeBytes;
    }
  }

  /** Lets go of files that were read ahead and not opened. */
  async close(): Promise<void> {
    await this.#takeAhead(undefined);
  }

  /** The file read ahead that is the one at `path`; those in front of it were read in vain. */
  async #takeAhead(path: string | undefined): Promise<AheadFile | undefined> {
    for (;;) {
      const ahead = this.#ahead.shift();
      if (ahead === undefined || ahead.path === path) return ahead;
      await ahead.drop();
      this.#idle.push(ahead.memory);
    }
  }

  /** The smallest buffer that holds so much; else the largest, which grows least: fresh memory is dear. */
  #takeMemory(sizeBytes: number): ReusedBuffer {
    const { length: count } = this.#idle;
    let best = -1;
    for (let index = 0; index < count; index += 1) {
      if (best < 0 || isBetter(this.#idle[index], this.#idle[best], sizeBytes)) best = index;
    }
    return this.#idle.splice(best, best < 0 ? 0 : 1)[0] ?? new ReusedBuffer();
  }

  async #read(path: string, encoding: InputEncoding, memory: ReusedBuffer): Promise<ReadRollout> {
    const file = openForReading(path);
    let isInUse = false;
    try {
      if (file.stats.isDirectory()) throw isFolder();
      if (encoding !== 'plain' || !file.stats.isFile()) {
        return await this.#inflate(file, encoding, memory);
      }
      const sizeBytes = file.stats.size;
      if (sizeBytes <= this.#limits.windowBytes) {
        return { bytes: readWhole(file.fd, sizeBytes, memory), release: nothing };
      }
      isInUse = true;
      const bytes = new WindowBytes({
        fd: file.fd,
        sizeBytes,
        windowBytes: this.#limits.windowBytes,
        memory,
      });
      return { bytes, release: () => closeFile(file) };
    } finally {
      if (!isInUse) closeFile(file);
    }
  }

  /** Reads what has to be read to its end before anything is known about it: compressed data and pipes. */
  async #inflate(
    file: OpenFile,
    encoding: InputEncoding,
    memory: ReusedBuffer,
  ): Promise<ReadRollout> {
    const data = new InflatedBytes(memory, this.#limits);
    const read = chunksOf(file.fd);
    try {
      switch (encoding) {
        case 'plain':
          data.drain(read);
          break;
        case 'gzip':
          await inflateGzip(read, data);
          break;
        case 'zstd':
          this.#decodeZstd(read, data);
          break;
      }
      return { bytes: data.finish(), release: () => data.discard() };
    } catch (error) {
      data.discard();
      throw error;
    }
  }

  #decodeZstd(read: ReadChunk, data: InflatedBytes): void {
    this.#zstd ??= { chunks: new ChunkReader(), decoder: new ZstdDecoder() };
    this.#zstd.chunks.start(read);
    this.#zstd.decoder.decode({ source: this.#zstd.chunks, target: data });
  }
}

interface ReadRollout {
  readonly bytes: MemoryBytes | WindowBytes;
  readonly release: () => void;
}

function readWhole(fd: number, sizeBytes: number, memory: ReusedBuffer): MemoryBytes {
  memory.ensure(sizeBytes, 0);
  readRange(fd, { bytes: memory.bytes, at: 0 }, { from: 0, to: sizeBytes, sizeBytes });
  return new MemoryBytes(memory.bytes, sizeBytes);
}

function closeFile({ fd, isOurs }: OpenFile): void {
  if (isOurs) closeSync(fd);
}

/** Of a file that was not looked at yet: the largest buffer suits it best. */
const unknownSize = Number.POSITIVE_INFINITY;

/** Whether one buffer suits a size better than another. */
function isBetter(
  one: ReusedBuffer | undefined,
  other: ReusedBuffer | undefined,
  sizeBytes: number,
): boolean {
  const [length, otherLength] = [one?.bytes.length ?? 0, other?.bytes.length ?? 0];
  if (length >= sizeBytes && otherLength >= sizeBytes) return length < otherLength;
  return length > otherLength;
}

function nothing(): void {}

function isFolder(): PromptmillError {
  return new PromptmillError('input_unreadable', 'this is a folder, not a file', {
    found: 'a folder',
    expected: 'a rollout file',
    remedy: 'name the files in it, or let the folder be searched',
  });
}
