/**
 * Reads a file into memory while the thread is at work on another one.
 *
 * Gain: a thread that renders alone does not wait for the system's copy, an eighth of its time, as long as another
 * processor is free. Cost: a second buffer. Catch: whoever asks must be sure that the file comes next, or it is read in
 * vain.
 */

import { closeSync, read, statSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import { MemoryBytes } from './memory-bytes.js';
import { type OpenFile, openForReading, readable, readRange } from './read-file.js';
import type { ReusedBuffer } from './reused-buffer.js';

/** A file whose bytes are on their way into `memory`. */
export class AheadFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly memory: ReusedBuffer;
  readonly #file: OpenFile;
  /** Settles with the bytes that came; what is missing is read, or complained of, by whoever wants it. */
  readonly #arrival: Promise<number>;

  private constructor(path: string, file: OpenFile, memory: ReusedBuffer) {
    const sizeBytes = file.stats.size;
    memory.ensure(sizeBytes, 0);
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.memory = memory;
    this.#file = file;
    this.#arrival = new Promise((resolve) => {
      read(file.fd, memory.bytes, 0, sizeBytes, 0, (error, count) => {
        resolve(error === null ? count : 0);
      });
    });
  }

  /** Looked at first: to open a pipe is to wait for its writer. Undefined when it is no file, or none that can be read. */
  static sizeOf(path: string): number | undefined {
    try {
      const seen = readable(() => statSync(path, { throwIfNoEntry: false }));
      return seen?.isFile() === true ? seen.size : undefined;
    } catch (error) {
      if (!(error instanceof PromptmillError)) throw error;
      return undefined;
    }
  }

  /**
   * Begins to read a plain file of at most `mostBytes`.
   * @param memoryFor gives a buffer for a number of bytes
   * @returns undefined when that is not to be done, or cannot be: then opening it will say why
   */
  static begin(
    path: string,
    mostBytes: number,
    memoryFor: (sizeBytes: number) => ReusedBuffer,
  ): AheadFile | undefined {
    try {
      const file = openForReading(path);
      if (file.isOurs && file.stats.size <= mostBytes) {
        return new AheadFile(path, file, memoryFor(file.stats.size));
      }
      if (file.isOurs) closeSync(file.fd);
    } catch (error) {
      if (!(error instanceof PromptmillError)) throw error;
    }
    return undefined;
  }

  /**
   * Waits for the bytes. To be called once, unless `drop` is.
   * @throws PromptmillError `input_unreadable`, or `source_changed` when the file has shrunk
   */
  async finish(): Promise<MemoryBytes> {
    const { fd, stats } = this.#file;
    const { bytes } = this.memory;
    const sizeBytes = stats.size;
    try {
      const from = await this.#arrival;
      readRange(fd, { bytes, at: from }, { from, to: sizeBytes, sizeBytes });
      return new MemoryBytes(bytes, sizeBytes);
    } finally {
      closeSync(fd);
    }
  }

  /** Waits until the memory is no longer written to, and lets the file go. */
  async drop(): Promise<void> {
    await this.#arrival;
    closeSync(this.#file.fd);
  }
}
