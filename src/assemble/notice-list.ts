/** Collects what a loader passes over, a bounded number with their places. */

import type { Notice } from '../contract/request.js';
import type { SessionInput } from '../contract/session.js';

/** Notices kept of one session; the rest are counted. */
const keptNotices = 100;

/** A notice whose line counts from 0 over all segments, and whose byte from the first one's start. */
type PlacedNotice = Notice;

export class NoticeList {
  readonly kept: Notice[] = [];
  leftOut = 0;
  /** First line of the file itself: notices of its parents' lines are the parents' own business. */
  firstOwnLine = 0;
  private readonly segments: SessionInput['segments'];

  constructor(input: SessionInput) {
    this.segments = input.segments;
  }

  add({ code, line, offsetBytes, found, expected }: PlacedNotice): void {
    if (line < this.firstOwnLine) return;
    if (this.kept.length >= keptNotices) {
      this.leftOut += 1;
      return;
    }
    const start = this.segments.at(-1)?.startBytes ?? 0;
    this.kept.push({
      code,
      line: line - this.firstOwnLine + 1,
      offsetBytes: Math.max(0, offsetBytes - start),
      found,
      expected,
    });
  }
}
