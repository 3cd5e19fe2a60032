/** Opens rollouts of every encoding as bytes that can be viewed by ranges; one reader a thread, which keeps its buffers. */

import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { RolloutBytes } from '../contract/bytes.js';
import { PromptmillError } from '../contract/errors.js';
import { inflateInMemoryBytes, windowBytes } from '../contract/limits.js';
import { ChunkReader, type ReadChunk } from './chunk-reader.js';
import { inflateGzip } from './inflate-gzip.js';
import { InflatedBytes, type InflateLimits } from './inflated-bytes.js';
import { MemoryBytes } from './memory-bytes.js';
import { AheadFile } from './read-ahead.js';
import { chunksOf, openForReading, readRange, type OpenFile } from './read-file.js';
import { ReusedBuffer } from './reused-buffer.js';
import type { InputEncoding } from './rollout-name.js';
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
  #ahead: AheadFile | undefined;
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
    const memory = ahead?.memory ?? this.#idle.pop() ?? new ReusedBuffer();
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
   * Begins to read the file that is opened next, while the caller is busy. Only plain files that fit into memory are;
   * others are opened as if it had not been called.
   */
  readAhead(path: string, encoding: InputEncoding): void {
    if (encoding !== 'plain' || this.#ahead !== undefined) return;
    const memory = this.#idle.pop() ?? new ReusedBuffer();
    this.#ahead = AheadFile.begin(path, this.#limits.windowBytes, memory);
    if (this.#ahead === undefined) this.#idle.push(memory);
  }

  /** Lets go of a file that was read ahead and not opened. */
  async close(): Promise<void> {
    await this.#takeAhead(undefined);
  }

  /** The file read ahead if it is the one at `path`; any other was read in vain. */
  async #takeAhead(path: string | undefined): Promise<AheadFile | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead === undefined || ahead.path === path) return ahead;
    await ahead.drop();
    this.#idle.push(ahead.memory);
    return undefined;
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

function nothing(): void {}

function isFolder(): PromptmillError {
  return new PromptmillError('input_unreadable', 'this is a folder, not a file', {
    found: 'a folder',
    expected: 'a rollout file',
    remedy: 'name the files in it, or let the folder be searched',
  });
}
