/** A file of failure records, one JSON line each, written aside and put in place when the job is through. */

import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { ErrorRecord } from '../contract/errors.js';

/** Records are gathered up to this many bytes between two writes. */
const bufferedBytes = 256 * 1024;

/** A failure as its JSON line: the keys always in this order. */
export function failureLine(record: ErrorRecord): string {
  const { file, line, offsetBytes, found, expected, remedy, code, message } = record;
  return `${JSON.stringify({ file, line, offsetBytes, found, expected, code, message, remedy })}\n`;
}

export interface FailureFileOptions {
  readonly path: string;
  /** Where it is written until the job is through. */
  readonly asidePath: string;
  /** What becomes of it when nothing failed: it is there and empty, or it is not there. */
  readonly whenEmpty: 'keep' | 'remove';
}

export class FailureFile {
  readonly #options: FailureFileOptions;
  #fd: number | undefined;
  #lines: string[] = [];
  #lineBytes = 0;

  constructor(options: FailureFileOptions) {
    this.#options = options;
  }

  add(record: ErrorRecord): void {
    const line = failureLine(record);
    this.#lines.push(line);
    this.#lineBytes += line.length;
    if (this.#lineBytes >= bufferedBytes) this.#flush();
  }

  /** Replaces what an earlier job left. */
  commit(): void {
    const { path, asidePath, whenEmpty } = this.#options;
    if (this.#lines.length > 0 || whenEmpty === 'keep') this.#flush();
    const isWritten = this.#fd !== undefined;
    this.#close();
    if (isWritten) renameSync(asidePath, path);
    else rmSync(path, { force: true });
  }

  discard(): void {
    this.#close();
    rmSync(this.#options.asidePath, { force: true });
  }

  #close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #flush(): void {
    this.#fd ??= openSync(this.#options.asidePath, 'w');
    writeSync(this.#fd, this.#lines.join(''));
    this.#lines = [];
    this.#lineBytes = 0;
  }
}
