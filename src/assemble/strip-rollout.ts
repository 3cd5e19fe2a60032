/** Takes the context out of a rollout and leaves every other byte as it stands: decides what is cut, then copies the rest. */

import { atom } from '../contract/atoms.js';
import type { ByteSink, RolloutBytes } from '../contract/bytes.js';
import type { JsonScanner } from '../contract/kernels.js';
import { LineFlag, LineIndex, LineKind } from '../contract/line-index.js';
import { chooseKinds, type KindChoice } from '../fragments/context-kinds.js';
import { findAtom } from '../kernels/js/atom-table.js';
import { selectKernel } from '../kernels/select.js';
import { indexRollout, type IndexTools } from '../rollout/index-rollout.js';
import { scanLine } from '../rollout/scan-line.js';
import { stripLine, type StrippedPart } from '../rollout/strip-line.js';
import { inMemory } from '../sources/memory-bytes.js';

/** Which kinds of context are taken out; by default every kind but base instructions. */
export type StripOptions = KindChoice;

/** A content part that was taken out. Lines, items and parts count from 1. */
export interface StripRemoval {
  readonly kind: string;
  readonly role: 'user' | 'developer';
  /** The line of the input. */
  readonly line: number;
  /** The message's place in the replacement history of a compacted line, where it stands in one. */
  readonly item?: number;
  readonly inReplacementHistory: boolean;
  readonly part: number;
  /** Length of the part as it stood there. */
  readonly bytes: number;
  /** What the release labelled the part as, where it did. */
  readonly label?: string;
  /** Whether the message went with it, since no other part was left. */
  readonly messageRemoved: boolean;
}

/** A line that stays as it is because it could not be read. */
export interface UnreadLine {
  /** Counted from 1. */
  readonly line: number;
  readonly offsetBytes: number;
  readonly found: string;
}

export interface StripTotal {
  readonly parts: number;
  readonly bytes: number;
}

export interface StripReport {
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly removedLines: number;
  /** By kind, in the order of the alphabet. */
  readonly totals: Readonly<Record<string, StripTotal>>;
  readonly removals: readonly StripRemoval[];
  readonly unread: readonly UnreadLine[];
}

/** A strip that was decided but not yet written. */
export interface PlannedStrip {
  readonly report: StripReport;
  /** Writes the stripped rollout. May be called until the next one is planned. */
  writeTo(sink: ByteSink): void;
}

export interface StrippedRollout {
  readonly bytes: Uint8Array;
  readonly report: StripReport;
}

/**
 * Takes contextual fragments out of a rollout that is in memory (spec 3 §4, spec 4 §1.2): content parts of user and
 * developer messages, also in replacement histories. A message goes when all its parts do; the rest stays byte for
 * byte, lines that cannot be read included, and ordinals keep their numbers.
 *
 * @throws PromptmillError `usage` for a kind that is not known
 */
export function stripRollout(bytes: Uint8Array, options: StripOptions = {}): StrippedRollout {
  const plan = new RolloutStripper(options).plan(inMemory(bytes));
  const stripped = new Uint8Array(plan.report.outputBytes);
  let length = 0;
  plan.writeTo({
    write(chunk) {
      stripped.set(chunk, length);
      length += chunk.length;
    },
  });
  return { bytes: stripped, report: plan.report };
}

const messageAtom = atom('message');
const contextRoles = new Set([atom('user'), atom('developer')]);
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Strips rollouts one after the other and keeps its buffers between them. */
export class RolloutStripper {
  private readonly kinds: ReadonlySet<string>;
  private readonly tools: IndexTools;
  private readonly scanner: JsonScanner;
  private readonly index = new LineIndex();

  /** @throws PromptmillError `usage` for a kind that is not known */
  constructor(options: StripOptions) {
    const { kernel } = selectKernel('auto');
    this.kinds = chooseKinds(options);
    this.scanner = kernel.createScanner();
    this.tools = { kernel, scanner: this.scanner, findAtom, acceptsBare: true };
  }

  /** @param bytes a rollout without its parents' prefixes */
  plan(bytes: RolloutBytes): PlannedStrip {
    const { index } = this;
    indexRollout(bytes, this.tools, index, markLength(bytes));
    const removals: StripRemoval[] = [];
    const unread: UnreadLine[] = [];
    /** Pairs: start and end of what goes. */
    const cuts: number[] = [];
    let removedLines = 0;
    for (let line = 0; line < index.count; line += 1) {
      if (isDamaged(index, line)) unread.push(this.unreadLine(line, 'no whole JSON record'));
      if (!this.mayHoldContext(line)) continue;
      const lineStart = index.starts[line] as number;
      const lineEnd = index.ends[line] as number;
      if (!scanLine(this.scanner, bytes, lineStart, lineEnd)) {
        unread.push(this.unreadLine(line, 'a line that is no whole JSON value'));
        continue;
      }
      const { tape } = this.scanner;
      const strip = stripLine({ bytes, tape, lineStart }, index.kinds[line] as number, this.kinds);
      for (const part of strip.parts) removals.push(toRemoval(part, line));
      if (strip.isWholeLine) {
        cuts.push(lineStart, Math.min(bytes.size, lineEnd + 1));
        removedLines += 1;
      }
      for (const [start, end] of strip.cuts) cuts.push(start, end);
    }
    const outputBytes = bytes.size - lengthOf(cuts);
    const totals = addUp(removals);
    return {
      report: { inputBytes: bytes.size, outputBytes, removedLines, totals, removals, unread },
      writeTo: (sink) => {
        writeWithout(bytes, cuts, sink);
      },
    };
  }

  private mayHoldContext(line: number): boolean {
    const { index } = this;
    if (((index.flags[line] as number) & LineFlag.badUtf8) !== 0) return false;
    const kind = index.kinds[line];
    if (kind === LineKind.compacted) return true;
    if (kind !== LineKind.item && kind !== LineKind.bareItem) return false;
    return index.types[line] === messageAtom && contextRoles.has(index.roles[line] as number);
  }

  private unreadLine(line: number, found: string): UnreadLine {
    return { line: line + 1, offsetBytes: this.index.starts[line] as number, found };
  }
}

function toRemoval(stripped: StrippedPart, line: number): StripRemoval {
  const { kind, role, item, part, bytes, label, endsMessage } = stripped;
  return {
    kind,
    role,
    line: line + 1,
    ...(item === undefined ? {} : { item: item + 1 }),
    inReplacementHistory: item !== undefined,
    part: part + 1,
    bytes,
    ...(label === undefined ? {} : { label }),
    messageRemoved: endsMessage,
  };
}

function markLength(bytes: RolloutBytes): number {
  if (bytes.size < byteOrderMark.length) return 0;
  const head = bytes.view(0, byteOrderMark.length);
  return byteOrderMark.every((byte, position) => head[position] === byte)
    ? byteOrderMark.length
    : 0;
}

function isDamaged(index: LineIndex, line: number): boolean {
  const isBadUtf8 = ((index.flags[line] as number) & LineFlag.badUtf8) !== 0;
  return isBadUtf8 || index.kinds[line] === LineKind.unreadable;
}

function addUp(removals: readonly StripRemoval[]): Readonly<Record<string, StripTotal>> {
  const totals = new Map<string, StripTotal>();
  for (const { kind, bytes } of removals) {
    const total = totals.get(kind) ?? { parts: 0, bytes: 0 };
    totals.set(kind, { parts: total.parts + 1, bytes: total.bytes + bytes });
  }
  return Object.fromEntries([...totals].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function lengthOf(cuts: readonly number[]): number {
  let length = 0;
  for (let cut = 0; cut < cuts.length; cut += 2) length += (cuts[cut + 1] ?? 0) - (cuts[cut] ?? 0);
  return length;
}

function writeWithout(bytes: RolloutBytes, cuts: readonly number[], sink: ByteSink): void {
  let from = 0;
  for (let cut = 0; cut <= cuts.length; cut += 2) {
    const to = cuts[cut] ?? bytes.size;
    for (let start = from; start < to;) {
      const end = Math.min(to, start + bytes.maxViewBytes);
      sink.write(bytes.view(start, end));
      start = end;
    }
    from = cuts[cut + 1] ?? bytes.size;
  }
}
