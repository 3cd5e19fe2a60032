/** Reads a text file of any size line by line. */

import { closeSync } from 'node:fs';
import { chunksOf, openForReading } from './read-file.js';

const chunkBytes = 1024 * 1024;

const lineFeed = 0x0a;

/**
 * The bytes of each line, without its end; what follows the last line end is a line when it is not empty.
 * @throws PromptmillError `input_not_found`, `input_unreadable`
 */
export function* readLines(path: string): Generator<Buffer> {
  const { fd, isOurs } = openForReading(path);
  try {
    yield* linesOf(chunksOf(fd));
  } finally {
    if (isOurs) closeSync(fd);
  }
}

function* linesOf(read: ReturnType<typeof chunksOf>): Generator<Buffer> {
  let rest: Buffer[] = [];
  for (;;) {
    const target = Buffer.allocUnsafe(chunkBytes);
    const chunk = target.subarray(0, read(target, 0, chunkBytes));
    if (chunk.length === 0) break;
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
