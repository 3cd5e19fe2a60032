/** Splits the input into frames: four bytes of length, most significant first, and as many bytes of content. */

import { PromptmillError } from '../contract/errors.js';
import { PieceList } from './piece-list.js';
import type { Incoming, Splitter } from './split.js';

/** Bytes of a frame's length. */
export const headBytes = 4;

export interface FrameLimits {
  /** Of a frame's content; that of a longer one is never kept, and what follows it is read on. */
  readonly maxBytes: number;
  /** Of the first one: more is the beginning of something else. */
  readonly maxFirstBytes: number;
}

export class FrameSplitter implements Splitter {
  private readonly content: PieceList;
  private readonly head = new Uint8Array(headBytes);
  private headFilled = 0;
  private isFirst = true;
  private readonly limits: FrameLimits;

  constructor(limits: FrameLimits) {
    this.limits = limits;
    this.content = new PieceList(limits.maxBytes);
  }

  /** @throws PromptmillError `bad_stream` when the first frame is too long to be one */
  *push(chunk: Uint8Array): Generator<Incoming> {
    let from = 0;
    while (from < chunk.length) {
      if (this.headFilled < headBytes) {
        this.head[this.headFilled] = chunk[from] ?? 0;
        this.headFilled += 1;
        from += 1;
        this.checkFirst();
      } else {
        const end = Math.min(chunk.length, from + this.contentBytes - this.content.byteLength);
        this.content.add(chunk.subarray(from, end));
        from = end;
      }
      if (this.headFilled === headBytes && this.content.byteLength === this.contentBytes) {
        this.headFilled = 0;
        this.isFirst = false;
        yield this.content.take();
      }
    }
  }

  end(): readonly Incoming[] {
    if (this.headFilled === 0) return [];
    const isHeadWhole = this.headFilled === headBytes;
    const found = isHeadWhole ? this.content.byteLength : this.headFilled;
    const expected = isHeadWhole ? this.contentBytes : headBytes;
    throw new PromptmillError('bad_stream', 'the input ends in the middle of a frame', {
      found: `${String(found)} bytes of ${isHeadWhole ? 'content' : 'length'}`,
      expected: `${String(expected)} bytes`,
      remedy: 'send what was not answered again',
    });
  }

  private checkFirst(): void {
    if (!this.isFirst || this.headFilled < headBytes) return;
    if (this.contentBytes <= this.limits.maxFirstBytes) return;
    throw new PromptmillError('bad_stream', 'the input does not begin with a frame', {
      found: `${JSON.stringify(Buffer.from(this.head).toString('latin1'))}, a length of ${String(this.contentBytes)}`,
      expected: `a greeting of at most ${String(this.limits.maxFirstBytes)} bytes`,
      remedy: 'leave out --framing msgpack when the input is lines',
    });
  }

  private get contentBytes(): number {
    return new DataView(this.head.buffer).getUint32(0);
  }
}
