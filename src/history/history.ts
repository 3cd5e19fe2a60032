/** The history at any line of a rollout: rebuilt once, then carried forward line by line (spec 3 §2). */

import { atom } from '../contract/atoms.js';
import type { HistorySource } from '../contract/history-source.js';
import { ItemFlag } from '../contract/item-table.js';
import { LineKind } from '../contract/line-index.js';
import { dropTurns } from './drop-turns.js';
import { findBase } from './find-base.js';
import { ItemList } from './item-list.js';
import { applyLegacyCompaction, type CutText } from './legacy-compaction.js';

export interface HistoryTexts {
  readonly summaryPrefix: string;
  readonly noSummary: string;
  readonly cut: CutText;
}

const rolledBack = atom('thread_rolled_back');

export class History {
  /** Items in the order the model sees them. */
  readonly list = new ItemList();
  private readonly source: HistorySource;
  private readonly texts: HistoryTexts;
  /** First line not yet taken. */
  private next = 0;
  private isBuilt = false;

  constructor(source: HistorySource, texts: HistoryTexts) {
    this.source = source;
    this.texts = texts;
  }

  /** Forgets where it stands: the next call rebuilds. */
  restart(): void {
    this.isBuilt = false;
  }

  /**
   * Takes all lines before `line`, as the live session did. Lines only go forward; the first call rebuilds, at the newest
   * rollback if there is one, so that it does not matter with which line a caller begins.
   */
  advanceTo(line: number): void {
    if (!this.isBuilt) this.start(line);
    while (this.next < line) {
      // Counted first: a rebuild leaves it behind the line as well.
      this.next += 1;
      this.take(this.next - 1);
    }
  }

  /** Builds the history of the prefix that ends before `line` anew, as a resume does. */
  rebuild(line: number): void {
    const { source, list } = this;
    this.isBuilt = true;
    const { baseLine, suffixStart } = findBase(source, line);
    const base = baseLine < 0 ? undefined : source.base(baseLine);
    list.length = 0;
    if (base !== undefined) list.replace(base);
    for (let next = suffixStart; next < line; next += 1) this.replay(next);
    this.next = line;
  }

  /** Takes what it must of the lines before `line`: a compaction behind the newest rollback replaces all that stood there. */
  private start(line: number): void {
    const { index } = this.source;
    const behind = this.lineBehindRollback(line);
    for (let before = line - 1; before >= behind; before -= 1) {
      const base =
        index.kinds[before] === LineKind.compacted ? this.source.base(before) : undefined;
      if (base === undefined) continue;
      this.isBuilt = true;
      this.list.replace(base);
      this.next = before + 1;
      return;
    }
    this.rebuild(behind);
  }

  /** The line behind the newest rollback before `line`; `line` itself when there is none. */
  private lineBehindRollback(line: number): number {
    const { index } = this.source;
    for (let before = line - 1; before >= 0; before -= 1) {
      if (index.types[before] !== rolledBack || index.kinds[before] !== LineKind.event) continue;
      if (this.source.event(before) !== undefined) return before + 1;
    }
    return line;
  }

  private take(line: number): void {
    const { index } = this.source;
    if (index.kinds[line] === LineKind.event) {
      // A live rollback rebuilds from the file as a resume does (spec 3 Q1).
      if (index.types[line] === rolledBack && this.source.event(line) !== undefined) {
        this.rebuild(line + 1);
      }
      return;
    }
    if (index.kinds[line] === LineKind.compacted) {
      const base = this.source.base(line);
      if (base !== undefined) {
        this.list.replace(base);
        return;
      }
    }
    this.replay(line);
  }

  private replay(line: number): void {
    const { source, list } = this;
    switch (source.index.kinds[line]) {
      case LineKind.item:
      case LineKind.bareItem:
      case LineKind.interAgent: {
        const item = source.item(line);
        if (item >= 0 && ((source.table.flags[item] as number) & ItemFlag.unrecorded) === 0) {
          list.push(item);
        }
        return;
      }
      case LineKind.compacted: {
        const base = source.base(line);
        if (base !== undefined) {
          if (source.rules.suffixFollowsDiscardedBase) {
            list.replace(base);
          }
          return;
        }
        const summary = source.legacySummary(line);
        if (summary !== undefined) {
          applyLegacyCompaction(list, source, { ...this.texts, summary, line });
        }
        return;
      }
      case LineKind.event: {
        if (source.index.types[line] !== rolledBack) return;
        const event = source.event(line);
        if (event === undefined) return;
        dropTurns(list, event.numTurns, source.table);
        return;
      }
      default:
    }
  }
}
