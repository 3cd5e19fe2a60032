/** Where stripped rollouts go: standard output, one file, or a folder with one file an input. */

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ByteSink } from '../contract/bytes.js';
import { type ErrorRecord, PromptmillError } from '../contract/errors.js';
import { ChunkSink } from '../pool/chunk-sink.js';
import { createBoard, JobBoard } from '../pool/job-board.js';
import { outputError } from '../pool/output-errors.js';
import { writeFully } from '../pool/write-fully.js';
import { FailureFile, failureLine } from './failure-file.js';
import { failuresPathOf } from './file-output.js';

/** Small pieces are gathered up to this many bytes between two writes. */
const bufferedBytes = 256 * 1024;

const stdoutFd = 1;

export interface StripOutputOptions {
  /** `-`, a file, or a folder: something that ends in `/` or is one. */
  readonly out: string;
  /** Names of the inputs, relative and uncompressed; one at most where the output is no folder. */
  readonly names: readonly string[];
  /** Whether earlier results may be replaced. */
  readonly force: boolean;
  /** Takes failure records, one JSON line each, where the output has no place for them. */
  readonly sayFailure: (line: string) => void;
}

export class StripOutput {
  /** Where to look for the failures, for people. */
  readonly failuresPlace: string;
  private readonly options: StripOutputOptions;
  private readonly isFolder: boolean;
  private readonly board = new JobBoard(createBoard(['-'], { workers: 1, runStarts: [0], end: 1 }));
  private readonly buffer = new Uint8Array(bufferedBytes);
  private readonly failures: FailureFile | undefined;

  /** @throws PromptmillError `usage`, `output_exists`, `output_failed` */
  constructor(options: StripOutputOptions) {
    const { out, names, force } = options;
    this.options = options;
    this.isFolder = isFolderName(out);
    if (!this.isFolder && names.length > 1) throw severalInputs(out, names.length);
    const taken =
      out === '-' || force ? undefined : names.map((name) => this.pathOf(name)).find(existsSync);
    if (taken !== undefined) throw existsError(taken);
    this.failuresPlace = out === '-' ? 'above' : this.failuresPath();
    if (this.isFolder) attempt(() => mkdirSync(out, { recursive: true }));
    this.failures =
      out === '-'
        ? undefined
        : new FailureFile({
            path: this.failuresPlace,
            asidePath: `${this.failuresPlace}.${String(process.pid)}.tmp`,
            whenEmpty: 'remove',
          });
  }

  /** Whether nobody reads standard output any more. */
  get isReaderGone(): boolean {
    return this.board.stopped() === 'reader_gone';
  }

  addFailure(record: ErrorRecord): void {
    if (this.failures === undefined) this.options.sayFailure(failureLine(record));
    else this.failures.add(record);
  }

  /**
   * Writes one rollout; a file is written aside and put in place when it is whole.
   * @returns where it is
   * @throws PromptmillError `output_failed`, `aborted` when nobody reads on, and what `write` throws
   */
  write(name: string, write: (sink: ByteSink) => void): string {
    if (this.options.out === '-') {
      this.writeTo(stdoutFd, write);
      return '-';
    }
    const path = this.pathOf(name);
    const aside = join(dirname(path), `.${basename(path)}.${String(process.pid)}.tmp`);
    attempt(() => mkdirSync(dirname(path), { recursive: true }));
    const fd = attempt(() => openSync(aside, 'w'));
    let isWhole = false;
    try {
      this.writeTo(fd, write);
      isWhole = true;
    } finally {
      closeSync(fd);
      if (!isWhole) rmSync(aside, { force: true });
    }
    attempt(() => {
      renameSync(aside, path);
    });
    return path;
  }

  /** Puts the failures in place. */
  finish(): void {
    attempt(() => this.failures?.commit());
  }

  private writeTo(fd: number, write: (sink: ByteSink) => void): void {
    const sink = new ChunkSink(this.buffer, (bytes) => {
      writeFully({ fd, board: this.board }, bytes, null);
    });
    write(sink);
    sink.flush();
  }

  private pathOf(name: string): string {
    return this.isFolder ? join(this.options.out, name) : this.options.out;
  }

  private failuresPath(): string {
    return this.isFolder
      ? join(this.options.out, 'failures.jsonl')
      : failuresPathOf(this.options.out);
  }
}

function isFolderName(out: string): boolean {
  if (out === '-') return false;
  return out.endsWith('/') || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
}

function severalInputs(out: string, count: number): PromptmillError {
  return new PromptmillError('usage', `${String(count)} rollouts do not go into one file`, {
    found: `--out ${out}`,
    expected: 'a folder',
    remedy: 'end the name of the folder in /',
  });
}

function existsError(file: string): PromptmillError {
  return new PromptmillError('output_exists', `${file} is there already`, {
    file,
    found: 'a file of this name',
    expected: 'a place nothing has been written to yet',
    remedy: 'choose another --out, or replace it with --force',
  });
}

function attempt<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw outputError(error);
  }
}
