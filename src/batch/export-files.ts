/** The files of an export while they are written: many at once, few of them open, with what a manifest tells of each. */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareCodePoints } from '../contract/code-point-order.js';
import { outputError } from '../pool/output-errors.js';

/** Pending bytes of all files together. */
const pendingBytes = 8 * 1024 * 1024;

/** Descriptors that are kept open between two writes. */
const openFiles = 64;

const lineFeed = 0x0a;

export interface WrittenFile {
  /** Relative to the folder. */
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

interface FileState {
  fd: number | undefined;
  pending: Buffer[];
  lines: number;
  bytes: number;
  readonly hash: Hash;
}

export class ExportFiles {
  readonly #folder: string;
  readonly #files = new Map<string, FileState>();
  /** Files with an open descriptor, in the order they were opened. */
  readonly #open = new Set<FileState>();
  #pendingBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws PromptmillError `output_failed` */
  append(file: string, content: string | Uint8Array): void {
    const state = this.#stateOf(file);
    // A copy: what is handed in may be used again.
    const bytes = Buffer.from(content);
    state.pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > pendingBytes) this.#flush();
  }

  /**
   * Writes what is pending and closes every file.
   * @returns the files by the code points of their names
   */
  finish(): readonly WrittenFile[] {
    this.#flush();
    this.close();
    return [...this.#files]
      .toSorted(([one], [other]) => compareCodePoints(one, other))
      .map(([file, { lines, bytes, hash }]) => ({
        file,
        lines,
        bytes,
        sha256: hash.digest('hex'),
      }));
  }

  close(): void {
    for (const state of this.#open) this.#closeFile(state);
  }

  #stateOf(file: string): FileState {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const state: FileState = {
      fd: undefined,
      pending: [],
      lines: 0,
      bytes: 0,
      hash: createHash('sha256'),
    };
    this.#files.set(file, state);
    return state;
  }

  #flush(): void {
    try {
      for (const [file, state] of this.#files) {
        if (state.pending.length > 0) this.#writePending(file, state);
      }
    } catch (error) {
      throw outputError(error);
    }
    this.#pendingBytes = 0;
  }

  #writePending(file: string, state: FileState): void {
    const bytes = Buffer.concat(state.pending);
    state.pending = [];
    state.bytes += bytes.length;
    state.lines += lineEndsIn(bytes);
    state.hash.update(bytes);
    const fd = this.#descriptorOf(file, state);
    let done = 0;
    while (done < bytes.length) done += writeSync(fd, bytes, done);
  }

  #descriptorOf(file: string, state: FileState): number {
    if (state.fd !== undefined) return state.fd;
    const [oldest] = this.#open;
    if (this.#open.size >= openFiles && oldest !== undefined) this.#closeFile(oldest);
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(path, 'a');
    state.fd = fd;
    this.#open.add(state);
    return fd;
  }

  #closeFile(state: FileState): void {
    if (state.fd !== undefined) closeSync(state.fd);
    state.fd = undefined;
    this.#open.delete(state);
  }
}

function lineEndsIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    lines += 1;
  }
  return lines;
}
