/** Opening and reading files, with errors that say what to do. */

import { fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { PromptmillError, type ErrorCode } from '../contract/errors.js';
import type { ReadChunk } from './chunk-reader.js';

/** The path that means standard input; read through its descriptor, since a socket cannot be opened by path. */
const stdinPath = '/dev/stdin';
const stdinFd = 0;

export interface OpenFile {
  readonly fd: number;
  readonly stats: Stats;
  /** Standard input is not ours to close. */
  readonly isOurs: boolean;
}

/**
 * Opens a file, FIFO or `/dev/stdin` for reading.
 * @throws PromptmillError `input_not_found` or `input_unreadable`.
 */
export function openForReading(path: string): OpenFile {
  const isOurs = path !== stdinPath;
  return readable(() => {
    const fd = isOurs ? openSync(path, 'r') : stdinFd;
    return { fd, stats: fstatSync(fd), isOurs };
  });
}

/**
 * Reads bytes `[from, to)` of a file that had `sizeBytes` when it was opened into `target.bytes` at `target.at`.
 * @throws PromptmillError `source_changed` when the file ends before `to`.
 */
export function readRange(
  fd: number,
  target: { readonly bytes: Uint8Array; readonly at: number },
  {
    from,
    to,
    sizeBytes,
  }: { readonly from: number; readonly to: number; readonly sizeBytes: number },
): void {
  for (let done = from; done < to;) {
    const count = readable(() =>
      readSync(fd, target.bytes, target.at + done - from, to - done, done),
    );
    if (count === 0) throw shrunk(done, sizeBytes);
    done += count;
  }
}

/** Reads a file, pipe or terminal from where it stands, piece by piece. */
export function chunksOf(fd: number): ReadChunk {
  return (target, from, lengthBytes) =>
    readable(() => readWaiting(fd, target, { from, lengthBytes }));
}

/** Runs a file operation; what the system refuses becomes an error of ours. */
export function readable<Result>(operation: () => Result): Result {
  try {
    return operation();
  } catch (error) {
    throw asFileError(error);
  }
}

const waitMs = 5;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** A pipe that was set to not block says EAGAIN when it is empty: then wait, as a blocking read would. */
function readWaiting(
  fd: number,
  target: Uint8Array,
  { from, lengthBytes }: { readonly from: number; readonly lengthBytes: number },
): number {
  for (;;) {
    try {
      return readSync(fd, target, from, lengthBytes, null);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(neverNotified, 0, 0, waitMs);
    }
  }
}

const notFoundCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

function asFileError(error: unknown): unknown {
  const systemReason = systemCode(error);
  if (systemReason === undefined || error instanceof PromptmillError) return error;
  const code: ErrorCode = notFoundCodes.has(systemReason) ? 'input_not_found' : 'input_unreadable';
  const message =
    code === 'input_not_found'
      ? 'there is no such file'
      : `the file cannot be read (${systemReason})`;
  return new PromptmillError(code, message, {
    found: systemReason,
    expected: 'a readable file',
    cause: error,
  });
}

/** The system's name for what went wrong (`ENOENT`, …), or undefined when the error is not from the system. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function shrunk(foundBytes: number, expectedBytes: number): PromptmillError {
  return new PromptmillError(
    'source_changed',
    `the file had ${expectedBytes} bytes when it was opened and now ends at byte ${foundBytes}`,
    {
      offsetBytes: foundBytes,
      found: `the end of the file at byte ${foundBytes}`,
      expected: `${expectedBytes} bytes`,
      remedy: 'run again when nothing rewrites the file',
    },
  );
}
