/** What the history stage asks of the rollout: decoded items and control records, on demand and remembered. */

import type { ItemTable, MadeItem } from './item-table.js';
import type { LineIndex } from './line-index.js';
import type { RulesProfile } from './rules.js';

/** A control event, reduced to what decides. */
export interface TurnEvent {
  readonly turnId: string | undefined;
  /** `thread_rolled_back`: turns to drop. */
  readonly numTurns: number;
}

export interface HistorySource {
  readonly index: LineIndex;
  readonly table: ItemTable;
  readonly rules: RulesProfile;
  /** The item on a line, -1 when the reference reader drops the line. */
  item(line: number): number;
  /** The items of a compacted line's replacement history; undefined when it has none. */
  base(line: number): Int32Array | undefined;
  /** The summary of a compacted line without replacement history; undefined when the line is dropped or has one. */
  legacySummary(line: number): string | undefined;
  /** A turn event, undefined when the reference reader drops the line. */
  event(line: number): TurnEvent | undefined;
  /** The `turn_id` of a turn context: undefined when the line is dropped, null when it has none. */
  contextTurnId(line: number): string | null | undefined;
  /** All text of a user message, without the wrappers of its images. */
  userText(item: number): string;
  /** Adds a user message of one text. @param flags what it is beside that (`ItemFlag`) */
  addUserMessage(text: string, made: MadeItem, flags?: number): number;
}
