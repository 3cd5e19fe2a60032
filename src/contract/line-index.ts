/** The index of a rollout: for each line its range, what it is, and for items the type and role, in typed arrays. */

/** What a line is. `unreadable` lines keep their place: bad lines are entries too. */
export const LineKind = {
  blank: 0,
  unreadable: 1,
  meta: 2,
  item: 3,
  interAgent: 4,
  interAgentMetadata: 5,
  compacted: 6,
  turnContext: 7,
  worldState: 8,
  event: 9,
  usage: 10,
  /** Well-formed, of a type that plays no part. */
  other: 11,
  /** An item without envelope (lenient loader). */
  bareItem: 12,
  /** Session meta without envelope (lenient loader). */
  bareMeta: 13,
} as const;

export const LineFlag = {
  /** Has an `ordinal`. */
  ordinal: 1,
  /** Not well-formed UTF-8. */
  badUtf8: 2,
  /** A compacted line whose message is the empty string. */
  emptyMessage: 8,
} as const;

export class LineIndex {
  count = 0;
  starts = new Float64Array(1024);
  ends = new Float64Array(1024);
  kinds = new Uint8Array(1024);
  /** Atom of the payload's `type`: item type or event name. */
  types = new Uint8Array(1024);
  /** Atom of a message's role. */
  roles = new Uint8Array(1024);
  flags = new Uint8Array(1024);

  /** Adds a line and returns its number, from 0. */
  add(start: number, end: number, kind: number): number {
    if (this.count === this.starts.length) this.grow();
    const line = this.count;
    this.starts[line] = start;
    this.ends[line] = end;
    this.kinds[line] = kind;
    this.types[line] = 0;
    this.roles[line] = 0;
    this.flags[line] = 0;
    this.count = line + 1;
    return line;
  }

  clear(): void {
    this.count = 0;
  }

  private grow(): void {
    const size = this.starts.length * 2;
    const starts = new Float64Array(size);
    const ends = new Float64Array(size);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
    this.kinds = grown(this.kinds, size);
    this.types = grown(this.types, size);
    this.roles = grown(this.roles, size);
    this.flags = grown(this.flags, size);
  }
}

function grown(column: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(size);
  result.set(column);
  return result;
}
