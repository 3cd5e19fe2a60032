/** Tells where a person finds a line: the file it stands in, and its number there. */

import type { LineIndex } from '../../contract/line-index.js';
import type { RolloutSegment, SessionInput } from '../../contract/session.js';
import type { RecordedPlace } from '../../contract/trace.js';

/** A file's stretch of the joined bytes, and the first line of it. */
interface PlacedSegment extends RolloutSegment {
  readonly firstLine: number;
}

export class LinePlaces {
  private readonly index: LineIndex;
  private readonly segments: readonly PlacedSegment[];

  constructor({ segments }: SessionInput, index: LineIndex) {
    this.index = index;
    let line = 0;
    this.segments = segments.map((segment) => {
      while (line < index.count && (index.starts[line] as number) < segment.startBytes) line += 1;
      return { ...segment, firstLine: line };
    });
  }

  /** @param line from 0, over all segments */
  of(line: number): RecordedPlace {
    const segment = this.segmentAt(this.index.starts[line] as number);
    return { file: segment.file, line: line - segment.firstLine + 1 };
  }

  /** Where a byte of the joined bytes stands in its own file. */
  offsetBytes(offset: number): number {
    return offset - this.segmentAt(offset).startBytes;
  }

  private segmentAt(offset: number): PlacedSegment {
    const found = this.segments.findLast(({ startBytes }) => startBytes <= offset);
    if (found === undefined) throw new RangeError('a session has a first segment');
    return found;
  }
}
