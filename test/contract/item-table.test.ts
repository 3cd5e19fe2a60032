import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { ItemTable } from '../../src/contract/item-table.js';
import { LineIndex } from '../../src/contract/line-index.js';

/** The pieces of an item: ranges, and literals as text. */
function piecesOf(table: ItemTable, item: number): unknown[] {
  const { pieces } = table;
  const pieceCount = (table.firstPiece[item + 1] ?? 0) - (table.firstPiece[item] ?? 0);
  return Array.from({ length: pieceCount }, (_, index) => {
    const piece = (table.firstPiece[item] ?? 0) + index;
    const start = pieces.pairs[piece * 2] ?? 0;
    if (start < 0) return Buffer.from(pieces.literals[-1 - start] ?? []).toString();
    return [start, pieces.pairs[piece * 2 + 1]];
  });
}

describe('ItemTable', () => {
  it('joins ranges that go on where the last one of the item ended', () => {
    const table = new ItemTable();
    const add = (start: number, end: number): void => {
      table.pieces.addRange(start, end, table.openPiece);
    };
    add(0, 5);
    add(5, 9);
    add(9, 9);
    add(10, 12);
    table.pieces.addLiteral(Buffer.from('ab'));
    table.pieces.addLiteral(Buffer.from(''));
    add(12, 14);
    const first = table.add(0, 0, 1, 0, undefined, 0);
    add(14, 20);
    const second = table.add(0, 0, 1, 0, undefined, 0);
    expect(piecesOf(table, first)).toEqual([[0, 9], [10, 12], 'ab', [12, 14]]);
    expect(piecesOf(table, second)).toEqual([[14, 20]]);
    expect(Array.from(table.byteLengths.subarray(0, 2))).toEqual([15, 6]);
  });

  it('forgets the pieces of an item that is given up', () => {
    const table = new ItemTable();
    table.pieces.addRange(0, 5, table.openPiece);
    table.abandon();
    table.pieces.addRange(5, 7, table.openPiece);
    expect(piecesOf(table, table.add(0, 0, 1, 0, undefined, 0))).toEqual([[5, 7]]);
  });

  it('numbers call ids', () => {
    const table = new ItemTable();
    const numbers = ['a', 'b', 'a', undefined, ''].map(
      (id) => table.callNumbers[table.add(0, 0, 1, 0, id, 0)],
    );
    expect(numbers).toEqual([0, 1, 0, -1, 2]);
    expect(table.callIds).toEqual(['a', 'b', '']);
  });

  it('grows', () => {
    const table = new ItemTable();
    for (let item = 0; item < 5000; item += 1) {
      table.pieces.addRange(item * 10, item * 10 + 3, table.openPiece);
      table.pieces.addLiteral(Buffer.from(String(item)));
      table.add(item, item * 2, item % 200, item * 3, `c${String(item % 7)}`, item % 4);
    }
    for (const item of [0, 511, 512, 4999]) {
      expect(piecesOf(table, item)).toEqual([[item * 10, item * 10 + 3], String(item)]);
      const row = [
        table.lines[item],
        table.tokens[item],
        table.types[item],
        table.flags[item],
        table.modes[item],
      ];
      expect(row).toEqual([item, item * 2, item % 200, item * 3, item % 4]);
      expect(table.callNumbers[item]).toBe(item % 7);
    }
  });
});

describe('LineIndex', () => {
  it('grows, and begins anew', () => {
    const index = new LineIndex();
    for (let line = 0; line < 3000; line += 1) {
      expect(index.add(line * 5e9, line * 5e9 + 4, line % 14)).toBe(line);
      index.flags[line] = 3;
    }
    expect([index.count, index.starts[2999], index.ends[2999], index.kinds[2999]]).toEqual([
      3000,
      2999 * 5e9,
      2999 * 5e9 + 4,
      2999 % 14,
    ]);
    index.clear();
    expect(index.add(1, 2, 3)).toBe(0);
    expect([
      index.starts[0],
      index.ends[0],
      index.kinds[0],
      index.flags[0],
      index.types[0],
      index.roles[0],
    ]).toEqual([1, 2, 3, 0, 0, 0]);
  });
});
