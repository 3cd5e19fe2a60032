/** Reads files of rendered requests, one JSON line each, as `render` writes them: line by line, of any size. */

import { closeSync, readSync } from 'node:fs';
import { openForReading, readable } from './read-file.js';

/** A line of such a file. */
export interface RequestLine {
  readonly text: string;
  /** The request's id, `<thread id>#<at>`, in its two parts. */
  readonly threadId: string;
  readonly at: number;
  readonly startBytes: number;
  /** Behind its line end. */
  readonly endBytes: number;
}

/** How every line of a render begins; no rollout does. */
const lineHead = /^\{"id":"([^"\\]*)#(\d+)","source":/;

const chunkBytes = 256 * 1024;
const newline = 0x0a;

/** Whether a file holds rendered requests, from its first bytes. */
export function holdsRequests(path: string): boolean {
  const { fd } = openForReading(path);
  try {
    const head = Buffer.alloc(256);
    const count = readable(() => readSync(fd, head, 0, head.length, 0));
    return lineHead.test(head.toString('utf8', 0, count));
  } finally {
    closeSync(fd);
  }
}

/**
 * The requests of a file, or of a stretch of whole lines of it. Lines that are none are skipped.
 * @throws PromptmillError `input_not_found`, `input_unreadable`
 */
export function* requestLines(
  path: string,
  startBytes = 0,
  endBytes = Number.POSITIVE_INFINITY,
): Generator<RequestLine> {
  const { fd } = openForReading(path);
  try {
    for (const line of linesOf(fd, startBytes, endBytes)) {
      const text = line.bytes.toString('utf8');
      const [, threadId, at] = lineHead.exec(text) ?? [];
      const { start, end } = line;
      if (threadId === undefined) continue;
      yield { text, threadId, at: Number(at), startBytes: start, endBytes: end };
    }
  } finally {
    closeSync(fd);
  }
}

interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function* linesOf(fd: number, startBytes: number, endBytes: number): Generator<Line> {
  let pending: Buffer[] = [];
  let start = startBytes;
  let position = startBytes;
  while (position < endBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, endBytes - position));
    const offset = position;
    const count = readable(() => readSync(fd, chunk, 0, chunk.length, offset));
    if (count === 0) break;
    let from = 0;
    for (
      let at = chunk.indexOf(newline);
      at >= 0 && at < count;
      at = chunk.indexOf(newline, from)
    ) {
      pending.push(chunk.subarray(from, at));
      const end = position + at + 1;
      yield { bytes: Buffer.concat(pending), start, end };
      pending = [];
      start = end;
      from = at + 1;
    }
    pending.push(chunk.subarray(from, count));
    position += count;
  }
  const rest = Buffer.concat(pending);
  if (rest.length > 0) yield { bytes: rest, start, end: position };
}
