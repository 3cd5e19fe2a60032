/** A temporary file without a name: for data that is too large for memory and comes from something that cannot be read again. */

import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { systemCode } from './read-file.js';

/** Files whose name could not be removed while they are open; only where the system does not allow that. */
const stillNamed = new Set<string>();
let removesAtExit = false;

/** Written front to back, then read by its descriptor. */
export class SpoolFile {
  readonly fd: number;
  readonly #path: string;
  readonly #folder: string;
  #sizeBytes = 0;

  /** @throws PromptmillError `input_unreadable` when `folder` takes no file. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `promptmill-${process.pid}-${randomUUID()}.tmp`);
    this.fd = this.#writing(() => openSync(this.#path, 'wx+', 0o600));
    // Without a name nothing is left behind, however this process ends.
    if (!removed(this.#path)) removeAtExit(this.#path);
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Appends `bytes[0, lengthBytes)`. @throws PromptmillError `input_unreadable` when the disk is full. */
  append(bytes: Uint8Array, lengthBytes: number): void {
    for (let done = 0; done < lengthBytes;) {
      const from = done;
      done += this.#writing(() =>
        writeSync(this.fd, bytes, from, lengthBytes - from, this.#sizeBytes + from),
      );
    }
    this.#sizeBytes += lengthBytes;
  }

  close(): void {
    closeSync(this.fd);
    if (stillNamed.has(this.#path) && removed(this.#path)) stillNamed.delete(this.#path);
  }

  #writing<Result>(operation: () => Result): Result {
    try {
      return operation();
    } catch (error) {
      const reason = systemCode(error);
      throw new PromptmillError(
        'input_unreadable',
        `the data does not fit in memory and cannot be put into a temporary file (${reason ?? 'no reason given'})`,
        {
          found: `${reason ?? 'a failure'} after ${this.#sizeBytes} bytes in ${this.#folder}`,
          expected: 'room for the decompressed data',
          remedy: 'make room there, or set TMPDIR to a folder on a larger disk',
          cause: error,
        },
      );
    }
  }
}

function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}

function removeAtExit(path: string): void {
  stillNamed.add(path);
  if (removesAtExit) return;
  removesAtExit = true;
  process.once('exit', () => stillNamed.forEach(removed));
}
