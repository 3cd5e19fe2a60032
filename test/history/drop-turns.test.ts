import { describe, expect, it } from 'vitest';
import { atom } from '../../src/contract/atoms.js';
import { ItemFlag, ItemTable } from '../../src/contract/item-table.js';
import { dropTurns } from '../../src/history/drop-turns.js';
import { ItemList } from '../../src/history/item-list.js';

const flagsOf: Readonly<Record<string, number>> = {
  turn: ItemFlag.user | ItemFlag.boundary,
  answer: ItemFlag.assistant,
  told: ItemFlag.developer | ItemFlag.contextualDeveloper,
  rules: ItemFlag.developer,
  context: ItemFlag.user | ItemFlag.contextualUser,
};

/** How many of the items are left. */
function left(items: readonly string[], turns: number): number {
  const table = new ItemTable();
  const list = new ItemList();
  for (const name of items) {
    list.push(table.add(0, 0, atom('message'), flagsOf[name] ?? 0, undefined, 0));
  }
  dropTurns(list, turns, table);
  return list.length;
}

describe('dropTurns', () => {
  const three = [
    'rules',
    'context',
    'turn',
    'answer',
    'told',
    'context',
    'turn',
    'answer',
    'rules',
    'turn',
    'answer',
  ];

  it('cuts in front of the newest turns', () => {
    expect([1, 2, 3, 4, 999].map((turns) => left(three, turns))).toEqual([9, 4, 2, 2, 2]);
  });

  it('leaves everything when there is nothing to drop', () => {
    expect(left(three, 0)).toBe(three.length);
    expect(left(three, -1)).toBe(three.length);
    expect(left([], 1)).toBe(0);
    expect(left(['rules', 'context', 'answer'], 1)).toBe(3);
  });

  it('never goes behind the first turn', () => {
    expect(left(['turn', 'told', 'context', 'turn'], 1)).toBe(1);
    expect(left(['context', 'told', 'turn', 'turn'], 9)).toBe(2);
    expect(left(['turn', 'turn', 'turn'], 2)).toBe(1);
  });
});
