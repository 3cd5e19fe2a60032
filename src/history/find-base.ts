/** Walks a rollout backwards to the compaction its history starts from (spec 3 §2.2). */

import { atom } from '../contract/atoms.js';
import type { HistorySource } from '../contract/history-source.js';
import { ItemFlag } from '../contract/item-table.js';
import { LineKind } from '../contract/line-index.js';
import { turnAborted, turnCompleted, turnStarted } from '../contract/turn-events.js';

export interface HistoryBase {
  /** The compacted line whose replacement history is the base, or -1. */
  readonly baseLine: number;
  /** First line that is replayed onto the base. */
  readonly suffixStart: number;
}

/** The lines of one turn as far as the walk has seen them. */
interface Segment {
  turnId: string | undefined;
  hasUser: boolean;
  baseLine: number;
}

const rolledBack = atom('thread_rolled_back');
const userMessage = atom('user_message');

/** @param end first line that does not belong to the prefix */
export function findBase(source: HistorySource, end: number): HistoryBase {
  return hasRollback(source, end) ? walkSegments(source, end) : newestBase(source, end);
}

function hasRollback(source: HistorySource, end: number): boolean {
  const { index } = source;
  for (let line = 0; line < end; line += 1) {
    if (index.types[line] === rolledBack && index.kinds[line] === LineKind.event) return true;
  }
  return false;
}

function newestBase(source: HistorySource, end: number): HistoryBase {
  for (let line = end - 1; line >= 0; line -= 1) {
    if (source.index.kinds[line] === LineKind.compacted && source.base(line) !== undefined) {
      return { baseLine: line, suffixStart: line + 1 };
    }
  }
  return { baseLine: -1, suffixStart: 0 };
}

function walkSegments(source: HistorySource, end: number): HistoryBase {
  const { index, rules } = source;
  let baseLine = -1;
  let suffixStart = 0;
  let pending = 0;
  let segment: Segment | undefined;
  const open = (): Segment => (segment ??= { turnId: undefined, hasUser: false, baseLine: -1 });
  const finish = (done: Segment): void => {
    if (pending > 0) {
      if (done.hasUser) pending -= 1;
      return;
    }
    if (baseLine < 0 && done.baseLine >= 0) {
      baseLine = done.baseLine;
      if (!rules.suffixFollowsDiscardedBase) suffixStart = done.baseLine + 1;
    }
  };
  for (let line = end - 1; line >= 0 && baseLine < 0; line -= 1) {
    switch (index.kinds[line]) {
      case LineKind.compacted: {
        const current = open();
        if (current.baseLine < 0 && source.base(line) !== undefined) {
          current.baseLine = line;
          // The suffix moves at once, even if the segment is discarded later, and on to the next older one (spec 3 Q1).
          if (rules.suffixFollowsDiscardedBase) suffixStart = line + 1;
        }
        break;
      }
      case LineKind.turnContext: {
        const turnId = source.contextTurnId(line);
        if (turnId !== undefined) open().turnId ??= turnId ?? undefined;
        break;
      }
      case LineKind.worldState:
        open();
        break;
      case LineKind.item:
      case LineKind.bareItem: {
        const item = source.item(line);
        if (item < 0) break;
        const current = open();
        if (((source.table.flags[item] as number) & ItemFlag.boundary) !== 0) {
          current.hasUser = true;
        }
        break;
      }
      case LineKind.interAgent:
        if (source.item(line) >= 0) open().hasUser = true;
        break;
      case LineKind.event: {
        const type = index.types[line] as number;
        if (type === userMessage) {
          open().hasUser = true;
          break;
        }
        if (
          type !== rolledBack &&
          type !== turnAborted &&
          !turnCompleted.has(type) &&
          !turnStarted.has(type)
        ) {
          break;
        }
        const event = source.event(line);
        if (event === undefined) break;
        if (type === rolledBack) {
          pending += event.numTurns;
        } else if (turnCompleted.has(type)) {
          open().turnId ??= event.turnId;
        } else if (type === turnAborted) {
          if (segment !== undefined) segment.turnId ??= event.turnId;
          else if (event.turnId !== undefined) open().turnId = event.turnId;
        } else if (segment !== undefined && compatible(segment.turnId, event.turnId)) {
          finish(segment);
          segment = undefined;
        }
        break;
      }
      default:
    }
  }
  if (segment !== undefined && baseLine < 0) finish(segment);
  return { baseLine, suffixStart };
}

function compatible(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
