/** Adds up what differs over many pairs of requests. */

import type { PartChangeKind } from './match-parts.js';
import type { BeforeAfter, RequestDiff, TextSize } from './diff-requests.js';

/** What differs of one section, kind of item, or field. */
export interface SectionTotals extends Record<PartChangeKind, number> {
  /** Pairs of requests in which it differs. */
  requests: number;
  bytesDelta: number;
  tokensDelta: number;
}

/** A pair that differs much. */
export interface WorstPair {
  readonly requests: RequestDiff['requests'];
  readonly changes: number;
  readonly bytesDelta: number;
  readonly tokensDelta: number;
}

export interface DiffTotals {
  readonly sections: Record<string, SectionTotals>;
  /** Of the requests that differ. */
  readonly size: BeforeAfter<{ bytes: number; tokens: number }>;
  /** Those whose size differs most, worst first. */
  readonly worst: WorstPair[];
}

const keptWorst = 10;

export function emptyTotals(): DiffTotals {
  return {
    sections: {},
    size: { before: { bytes: 0, tokens: 0 }, after: { bytes: 0, tokens: 0 } },
    worst: [],
  };
}

/** Adds one pair to `totals`. */
export function addDiff(totals: DiffTotals, diff: RequestDiff): void {
  addSize(totals.size.before, diff.before);
  addSize(totals.size.after, diff.after);
  for (const { kind, name, before, after } of diff.changes) {
    const section = (totals.sections[name] ??= emptySection());
    section[kind] += 1;
    section.bytesDelta += after.bytes - before.bytes;
    section.tokensDelta += after.tokens - before.tokens;
  }
  for (const name of new Set(diff.changes.map((change) => change.name))) {
    const section = totals.sections[name];
    if (section !== undefined) section.requests += 1;
  }
  keepWorst(totals.worst, {
    requests: diff.requests,
    changes: diff.changes.length,
    bytesDelta: diff.after.bytes - diff.before.bytes,
    tokensDelta: diff.after.tokens - diff.before.tokens,
  });
}

function addSize(sum: { bytes: number; tokens: number }, size: TextSize): void {
  sum.bytes += size.bytes;
  sum.tokens += size.tokens;
}

function emptySection(): SectionTotals {
  return { requests: 0, changed: 0, moved: 0, added: 0, removed: 0, bytesDelta: 0, tokensDelta: 0 };
}

function keepWorst(worst: WorstPair[], pair: WorstPair): void {
  const place = worst.findIndex((other) => Math.abs(other.bytesDelta) < Math.abs(pair.bytesDelta));
  worst.splice(place < 0 ? worst.length : place, 0, pair);
  if (worst.length > keptWorst) worst.pop();
}
