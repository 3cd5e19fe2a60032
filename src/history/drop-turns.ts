/** Takes the newest turns off a history, as a rollback does (spec 3 §2.3). */

import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { ItemList } from './item-list.js';

/** Shortens `history` by its last `turns` user turns; what stands before the first turn always stays. */
export function dropTurns(history: ItemList, turns: number, table: ItemTable): void {
  if (turns <= 0) return;
  const boundaries: number[] = [];
  for (let position = 0; position < history.length; position += 1) {
    if (flagsAt(history, position, table) & ItemFlag.boundary) boundaries.push(position);
  }
  const first = boundaries[0];
  if (first === undefined) return;
  let cut = turns >= boundaries.length ? first : (boundaries[boundaries.length - turns] ?? first);
  // Context told for the dropped turn goes with it.
  const context = ItemFlag.contextualDeveloper | ItemFlag.contextualUser;
  while (cut > first && (flagsAt(history, cut - 1, table) & context) !== 0) cut -= 1;
  history.length = cut;
}

function flagsAt(history: ItemList, position: number, table: ItemTable): number {
  return table.flags[history.at(position)] as number;
}
