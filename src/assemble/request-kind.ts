/** Tells from the items around a request why it was sent, and which protocol a compaction took. */

import { atom } from '../contract/atoms.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { RequestKind } from '../contract/request.js';
import type { ItemList } from '../history/item-list.js';
import type { RequestPoint } from '../rollout/find-requests.js';
import type { BodyForm } from './request-body.js';
import type { SessionSource } from './session-source.js';

const compaction = atom('compaction');
const additionalTools = atom('additional_tools');

/** Why a request was sent: told by what was put in since the one before. */
export function requestKind(point: RequestPoint, source: SessionSource): RequestKind {
  if (point.kind === 'compaction') return 'compaction';
  let hasPerson = false;
  let hasGoal = false;
  for (let line = point.inputStart; line < point.line; line += 1) {
    const flags = messageFlags(source, line);
    if ((flags & ItemFlag.boundary) !== 0) hasPerson = true;
    if ((flags & ItemFlag.goalContext) !== 0) hasGoal = true;
  }
  if (hasPerson) return point.kind === 'first' ? 'turn' : 'steer';
  if (hasGoal) return 'goal';
  return point.kind === 'first' ? 'turn' : 'follow_up';
}

/** What the form of a request's body depends on beside its point. */
export interface FormFacts {
  readonly source: SessionSource;
  readonly history: ItemList;
  readonly isOpenAi: boolean;
}

export function bodyForm(point: RequestPoint, { source, history, isOpenAi }: FormFacts): BodyForm {
  if (point.kind !== 'compaction') return 'responses';
  // A compaction that failed left no record.
  if (point.compactedLine < 0) return isOpenAi ? 'responses' : 'local-compaction';
  if (source.compactionForm(point.compactedLine) !== 'remote') return 'local-compaction';
  const items = source.base(point.compactedLine) ?? new Int32Array(0);
  return source.rules.remoteCompactionV1 && isRemoteV1(items, history, source)
    ? 'remote-compaction-v1'
    : 'responses';
}

/**
 * Whether the result is one that only the first version of remote compaction gives: the second keeps user messages of
 * the history, and one compaction item, and nothing else (spec 3 §5.3, §5.4).
 *
 * @param items the replacement history
 * @param history what the compaction was asked to sum up
 */
function isRemoteV1(items: Int32Array, history: ItemList, source: SessionSource): boolean {
  const { table } = source;
  const context = ItemFlag.developer | ItemFlag.user;
  const users = items.filter((item) => isPersonsMessage(table, item));
  const others = items.filter((item) => ((table.flags[item] as number) & context) === 0);
  if (others.length !== 1 || table.types[others[0] as number] !== compaction) return true;
  const told = new Set<string>();
  for (let position = 0; position < history.length; position += 1) {
    const item = history.at(position);
    if (isPersonsMessage(table, item)) told.add(source.userTextKey(item));
  }
  if (users.length === 0) return told.size > 0;
  // The oldest one kept may have been cut.
  return (
    users.slice(1).some((item) => !told.has(source.userTextKey(item))) ||
    !told.has(source.userTextKey(users.at(-1) as number))
  );
}

/** Whether a lite model's tools stand in the history itself. */
export function hasToolsItem(table: ItemTable, list: ItemList): boolean {
  for (let position = 0; position < list.length; position += 1) {
    if (table.types[list.at(position)] === additionalTools) return true;
  }
  return false;
}

function isPersonsMessage(table: ItemTable, item: number): boolean {
  const flags = table.flags[item] as number;
  return (flags & ItemFlag.user) !== 0 && (flags & ItemFlag.contextualUser) === 0;
}

function messageFlags(source: SessionSource, line: number): number {
  const type = source.index.types[line];
  if (type !== atom('message') && type !== atom('agent_message')) return 0;
  const item = source.item(line);
  return item < 0 ? 0 : (source.table.flags[item] as number);
}
