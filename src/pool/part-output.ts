/**
 * Part files in a folder: every run fills files of its own, so that workers never wait for each other and never
 * write to one file at a time (the file system would let them do that only one by one). The main thread gives the
 * files their numbers at the end.
 */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputTarget, PartReport } from '../contract/protocol.js';
import type { PlannedSession } from '../contract/session.js';
import { ChunkSink, MemorySink } from './chunk-sink.js';
import { endsJob, lengthError, outputError } from './output-errors.js';
import type { OutputOptions, RunOutput } from './run-output.js';
import { writeFully } from './write-fully.js';

/** Sessions up to this length are gathered in memory; it is small enough to stay in the CPU's cache for the hash. */
const memoryBytes = 1024 * 1024;

interface OpenPart {
  readonly path: string;
  readonly fd: number;
  hash: Hash;
  writtenBytes: number;
  lines: number;
}

export class PartOutput implements RunOutput {
  readonly #memory = Buffer.allocUnsafeSlow(memoryBytes);
  #heldBytes = 0;
  #run = 0;
  #parts: PartReport[] = [];
  #open: OpenPart | undefined;

  readonly target: Extract<OutputTarget, { readonly kind: 'parts' }>;
  readonly options: OutputOptions;

  constructor(target: Extract<OutputTarget, { readonly kind: 'parts' }>, options: OutputOptions) {
    this.target = target;
    this.options = options;
  }

  beginRun(run: number): void {
    this.#run = run;
    this.#parts = [];
  }

  write(session: PlannedSession): void {
    if (session.outputBytes === 0) return;
    this.#open ??= this.#openPart();
    const part = this.#open;
    if (session.outputBytes <= this.#memory.length) this.#hold(part, session);
    else this.#stream(part, session);
    part.lines += session.report.renderedRequests;
    if (part.writtenBytes + this.#heldBytes >= this.target.partBytes) this.#closePart(part);
  }

  endRun(): void {
    if (this.#open !== undefined) this.#closePart(this.#open);
    const bytes = this.#parts.reduce((sum, part) => sum + part.bytes, 0);
    this.options.onWritten({ run: this.#run, bytes, parts: this.#parts });
  }

  close(): void {}

  #hold(part: OpenPart, session: PlannedSession): void {
    if (this.#heldBytes + session.outputBytes > this.#memory.length) this.#writeHeld(part);
    const sink = new MemorySink(this.#memory, this.#heldBytes);
    session.writeTo(sink);
    const length = sink.endBytes - this.#heldBytes;
    if (length !== session.outputBytes) throw lengthError(length, session.outputBytes);
    this.#heldBytes = sink.endBytes;
  }

  #stream(part: OpenPart, session: PlannedSession): void {
    this.#writeHeld(part);
    const before = { hash: part.hash.copy(), bytes: part.writtenBytes };
    const sink = new ChunkSink(this.#memory, (bytes) => {
      this.#append(part, bytes);
    });
    try {
      session.writeTo(sink);
      sink.flush();
      if (sink.totalBytes !== session.outputBytes) {
        throw lengthError(sink.totalBytes, session.outputBytes);
      }
    } catch (error) {
      if (!endsJob(error)) takeBack(part, before);
      throw error;
    }
  }

  #writeHeld(part: OpenPart): void {
    this.#append(part, this.#memory.subarray(0, this.#heldBytes));
    this.#heldBytes = 0;
  }

  #append(part: OpenPart, bytes: Uint8Array): void {
    writeFully({ fd: part.fd, board: this.options.board }, bytes, part.writtenBytes);
    part.hash.update(bytes);
    part.writtenBytes += bytes.length;
  }

  /** Truncates what a crashed worker may have left under the same name. */
  #openPart(): OpenPart {
    const { folder, prefix } = this.target;
    const path = join(folder, `${prefix}${this.#run}-${this.#parts.length}`);
    try {
      return {
        path,
        fd: openSync(path, 'w'),
        hash: createHash('sha256'),
        writtenBytes: 0,
        lines: 0,
      };
    } catch (error) {
      throw outputError(error);
    }
  }

  #closePart(part: OpenPart): void {
    this.#writeHeld(part);
    closeSync(part.fd);
    this.#open = undefined;
    const { path, writtenBytes: bytes, lines } = part;
    this.#parts.push({ path, bytes, lines, sha256: part.hash.digest('hex') });
  }
}

function takeBack(part: OpenPart, before: { readonly hash: Hash; readonly bytes: number }): void {
  ftruncateSync(part.fd, before.bytes);
  part.hash = before.hash;
  part.writtenBytes = before.bytes;
}
