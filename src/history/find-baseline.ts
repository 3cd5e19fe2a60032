/** Finds what the model was last told: the records that a resume compares its settings with (spec 3 §2.2, §2.5). */

import { atom } from '../contract/atoms.js';
import type { HistorySource } from '../contract/history-source.js';
import { ItemFlag } from '../contract/item-table.js';
import { LineKind } from '../contract/line-index.js';
import { turnAborted, turnCompleted, turnStarted } from '../contract/turn-events.js';
import { findBase } from './find-base.js';

export interface BaselineLines {
  /** The turn context that settings are compared with, or -1: then everything is told again. */
  readonly referenceLine: number;
  /** The turn context of the turn before, which tells the previous model, or -1. */
  readonly previousLine: number;
  /** World state records and compactions that count, oldest first. */
  readonly worldStateLines: readonly number[];
}

const none = -1;
const neverSet = -2;

/** The lines of one turn as far as the walk, which goes backwards, has seen them. */
interface Segment {
  turnId: string | undefined;
  hasUser: boolean;
  hasBase: boolean;
  previousLine: number;
  /** A line, `none` when a compaction cleared it, or `neverSet`. */
  referenceLine: number;
  readonly worldStateLines: number[];
}

interface Walk {
  segment: Segment | undefined;
  /** Turns still to be discarded. */
  pending: number;
  hasBase: boolean;
  previousLine: number;
  referenceLine: number;
  readonly worldStateLines: number[];
}

const rolledBack = atom('thread_rolled_back');
const userMessage = atom('user_message');

/** @param end first line that does not belong to the prefix */
export function findBaseline(source: HistorySource, end: number): BaselineLines {
  const walk: Walk = {
    segment: undefined,
    pending: 0,
    hasBase: false,
    previousLine: none,
    referenceLine: neverSet,
    worldStateLines: [],
  };
  for (let line = end - 1; line >= 0 && !isSettled(walk); line -= 1) take(walk, source, line);
  if (walk.segment !== undefined) finish(walk, walk.segment);
  const isCleared = walk.referenceLine < 0 || hasLegacyCompaction(source, end);
  return {
    referenceLine: isCleared ? none : walk.referenceLine,
    previousLine: walk.previousLine,
    worldStateLines: walk.worldStateLines.toReversed(),
  };
}

function isSettled(walk: Walk): boolean {
  return walk.hasBase && walk.previousLine !== none && walk.referenceLine !== neverSet;
}

function take(walk: Walk, source: HistorySource, line: number): void {
  switch (source.index.kinds[line]) {
    case LineKind.compacted:
      takeCompaction(open(walk), source, line);
      return;
    case LineKind.worldState:
      open(walk).worldStateLines.push(line);
      return;
    case LineKind.turnContext:
      takeTurnContext(walk, source, line);
      return;
    case LineKind.item:
    case LineKind.bareItem:
    case LineKind.interAgent: {
      const item = source.item(line);
      if (item < 0) return;
      const segment = open(walk);
      const isBoundary = ((source.table.flags[item] as number) & ItemFlag.boundary) !== 0;
      if (isBoundary) segment.hasUser = true;
      return;
    }
    case LineKind.event:
      takeEvent(walk, source, line);
      return;
    default:
  }
}

function open(walk: Walk): Segment {
  walk.segment ??= {
    turnId: undefined,
    hasUser: false,
    hasBase: false,
    previousLine: none,
    referenceLine: neverSet,
    worldStateLines: [],
  };
  return walk.segment;
}

function takeCompaction(segment: Segment, source: HistorySource, line: number): void {
  segment.worldStateLines.push(line);
  if (segment.referenceLine === neverSet) segment.referenceLine = none;
  if (source.base(line) !== undefined) segment.hasBase = true;
}

function takeTurnContext(walk: Walk, source: HistorySource, line: number): void {
  const turnId = source.contextTurnId(line);
  if (turnId === undefined) return;
  const segment = open(walk);
  segment.turnId ??= turnId ?? undefined;
  if (!isCompatible(segment.turnId, turnId ?? undefined)) return;
  // The oldest of the turn tells the previous settings, the newest is what is compared with.
  segment.previousLine = line;
  if (segment.referenceLine === neverSet) segment.referenceLine = line;
}

function takeEvent(walk: Walk, source: HistorySource, line: number): void {
  const type = source.index.types[line] as number;
  if (type === userMessage) {
    open(walk).hasUser = true;
    return;
  }
  const ends = type === turnAborted || turnCompleted.has(type);
  if (type !== rolledBack && !ends && !turnStarted.has(type)) return;
  const event = source.event(line);
  if (event === undefined) return;
  if (type === rolledBack) {
    walk.pending += event.numTurns;
  } else if (ends) {
    // An abort without an id opens no segment.
    if (type !== turnAborted || walk.segment !== undefined || event.turnId !== undefined) {
      open(walk).turnId ??= event.turnId;
    }
  } else if (walk.segment !== undefined && isCompatible(walk.segment.turnId, event.turnId)) {
    finish(walk, walk.segment);
    walk.segment = undefined;
  }
}

function finish(walk: Walk, done: Segment): void {
  if (walk.pending > 0) {
    if (done.hasUser) walk.pending -= 1;
    return;
  }
  walk.hasBase ||= done.hasBase;
  if (done.hasUser && walk.previousLine === none) walk.previousLine = done.previousLine;
  if (walk.referenceLine === neverSet && (done.hasUser || done.referenceLine === none)) {
    walk.referenceLine = done.referenceLine;
  }
  walk.worldStateLines.push(...done.worldStateLines);
}

function isCompatible(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** A compaction of the old kind, which kept no replacement history, leaves nothing to compare with. */
function hasLegacyCompaction(source: HistorySource, end: number): boolean {
  for (let line = findBase(source, end).suffixStart; line < end; line += 1) {
    if (source.index.kinds[line] !== LineKind.compacted) continue;
    if (source.base(line) === undefined && source.legacySummary(line) !== undefined) return true;
  }
  return false;
}
