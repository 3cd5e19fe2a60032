import { describe, expect, it } from 'vitest';
import { BlockTable, noBlock } from '../../../src/export/load/block-table.js';

describe('BlockTable', () => {
  it('numbers chained blocks as the worked example of the formats does (§3.1)', () => {
    const table = new BlockTable();
    const prompts = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 98],
      [0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7],
    ];

    const numbers = prompts.map((tokens) => numberAll(table, tokens, 4));

    expect(numbers).toEqual([
      [0, 1, 2],
      [0, 1, 3],
      [0, 1, 4],
    ]);
  });

  it('tells equal tokens behind different blocks apart', () => {
    const table = new BlockTable();

    expect(numberAll(table, [1, 1, 2, 1], 1)).toEqual([0, 1, 2, 3]);
  });

  it('keeps numbers when it grows', () => {
    const table = new BlockTable();
    const tokens = Array.from({ length: 5000 }, (_, index) => index);

    const first = numberAll(table, tokens, 1);

    expect(first).toEqual(tokens);
    expect(numberAll(table, tokens, 1)).toEqual(first);
    expect(table.size).toBe(5000);
  });

  it('forgets blocks and goes on counting', () => {
    const table = new BlockTable();
    numberAll(table, [1, 2], 1);
    table.forget();

    expect(numberAll(table, [1, 2], 1)).toEqual([2, 3]);
  });
});

function numberAll(table: BlockTable, tokens: readonly number[], size: number): readonly number[] {
  const numbers: number[] = [];
  for (let at = 0; at < tokens.length; at += size) {
    const block = Uint32Array.from(tokens.slice(at, at + size));
    numbers.push(table.numberOf(numbers.at(-1) ?? noBlock, block));
  }
  return numbers;
}
