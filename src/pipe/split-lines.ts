/** Splits the input at line ends: only byte 0x0A is one, whatever else some languages take for it. */

import { PieceList } from './piece-list.js';
import type { Incoming, Splitter } from './split.js';

const lineEnd = 0x0a;

export class LineSplitter implements Splitter {
  private readonly line: PieceList;

  /** @param maxBytes of a line; a longer one is passed over, and what follows it is read on */
  constructor(maxBytes: number) {
    this.line = new PieceList(maxBytes);
  }

  *push(chunk: Uint8Array): Generator<Incoming> {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(lineEnd, from);
      if (end < 0) break;
      this.line.add(chunk.subarray(from, end));
      yield this.line.take();
      from = end + 1;
    }
    this.line.add(chunk.subarray(from));
  }

  /** A last line without a line end is whole all the same. */
  *end(): Generator<Incoming> {
    if (this.line.byteLength > 0) yield this.line.take();
  }
}
