import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { InputWriter } from '../../src/assemble/write-requests.js';
import { ItemTable } from '../../src/contract/item-table.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { narrow } from '../support/narrow-bytes.js';

const rollout = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz');

/** A table of items: ranges of the rollout, and literals. */
function tableOf(items: readonly (readonly (string | readonly [number, number])[])[]): ItemTable {
  const table = new ItemTable();
  for (const pieces of items) {
    for (const piece of pieces) {
      if (typeof piece === 'string') table.pieces.addLiteral(Buffer.from(piece));
      else table.pieces.addRange(piece[0], piece[1], table.openPiece);
    }
    table.add(0, 0, 0, 0, undefined, 0);
  }
  return table;
}

const table = tableOf([
  [[0, 5]],
  ['<', [10, 36], '>'],
  ['literal'],
  [],
  [
    [3, 4],
    [7, 8],
  ],
]);
const texts = ['01234', '<abcdefghijklmnopqrstuvwxyz>', 'literal', '', '37'];

function written(writer: InputWriter, from: ItemTable, list: readonly number[]): string {
  const chunks: Buffer[] = [];
  const items = Int32Array.from([...list, 99]);
  const sink = { write: (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)) };
  writer.write({ table: from, items, count: list.length }, sink);
  return Buffer.concat(chunks).toString();
}

describe('InputWriter', () => {
  const lists = [[0], [0, 1], [0, 1, 2], [0, 2], [1, 1, 4], [], [4, 3, 0], [4, 3, 0, 1, 2], [2]];

  it.each([
    ['in memory', inMemory(rollout)],
    ['through a narrow window', narrow(rollout, 4)],
  ])('writes the items of each list, whatever was written before: %s', (_, bytes) => {
    const writer = new InputWriter(bytes, new Uint8Array(2));
    for (const list of [...lists, ...lists.toReversed()]) {
      expect(written(writer, table, list)).toBe(list.map((item) => texts[item]).join(','));
    }
  });

  it('tells the items of another table apart', () => {
    const writer = new InputWriter(inMemory(rollout), new Uint8Array(0));
    expect(written(writer, table, [0, 1])).toBe('01234,<abcdefghijklmnopqrstuvwxyz>');
    expect(written(writer, tableOf([['a'], ['b']]), [0, 1])).toBe('a,b');
    expect(written(writer, table, [0, 1])).toBe('01234,<abcdefghijklmnopqrstuvwxyz>');
  });

  it('hands its buffer on', () => {
    const first = new InputWriter(inMemory(rollout), new Uint8Array(2));
    written(first, table, [0, 1, 2]);
    const second = new InputWriter(inMemory(Buffer.from('XXXXXXXX')), first.scratch);
    expect(written(second, tableOf([[[0, 3]]]), [0])).toBe('XXX');
  });

  it('writes items that are too long to keep', () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    const many = tableOf([[long], ['a'], [long], [long, 'b']]);
    const writer = new InputWriter(inMemory(rollout), new Uint8Array(0));
    for (const list of [
      [0, 1, 2, 3, 1],
      [0, 1],
      [3, 2, 1, 0],
    ]) {
      const expected = list
        .map((item) => ({ 0: long, 1: 'a', 2: long, 3: `${long}b` })[item])
        .join(',');
      expect(written(writer, many, list) === expected).toBe(true);
    }
  });
});
