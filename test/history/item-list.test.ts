import { describe, expect, it } from 'vitest';
import { ItemList } from '../../src/history/item-list.js';

describe('ItemList', () => {
  it('grows, is cut and filled again', () => {
    const list = new ItemList();
    for (let item = 0; item < 5000; item += 1) list.push(item * 2);
    expect([list.length, list.at(0), list.at(4999)]).toEqual([5000, 0, 9998]);
    list.length = 2;
    list.push(7);
    expect([list.at(0), list.at(1), list.at(2), list.length]).toEqual([0, 2, 7, 3]);
    list.replace(Int32Array.from([5, 6]));
    expect([list.at(0), list.at(1), list.length]).toEqual([5, 6, 2]);
    list.replace(new Int32Array(0));
    expect(list.length).toBe(0);
  });
});
