/** Remembers at which request each item was sent first. An item as models of other abilities get it is the same item. */

import type { ItemTable } from '../../contract/item-table.js';

/** More tokens than a line's tape has. */
const tokensOfLine = 2 ** 22;

export class EnteredItems {
  /** By line and token, whichever profile decoded it. */
  private readonly recorded = new Map<number, number>();
  /** By number, for items that no line holds. */
  private readonly made = new Map<ItemTable, Map<number, number>>();

  note(table: ItemTable, item: number, at: number): void {
    const [known, key] = this.place(table, item);
    if (!known.has(key)) known.set(key, at);
  }

  of(table: ItemTable, item: number): number | undefined {
    const [known, key] = this.place(table, item);
    return known.get(key);
  }

  private place(table: ItemTable, item: number): readonly [Map<number, number>, number] {
    const line = table.lines[item] as number;
    if (line >= 0) return [this.recorded, line * tokensOfLine + (table.tokens[item] as number)];
    const known = this.made.get(table) ?? new Map<number, number>();
    this.made.set(table, known);
    return [known, item];
  }
}
