import { describe, expect, it } from 'vitest';
import { layTreemap } from '../../../../src/report/html/page/lay-treemap.js';

describe('layTreemap', () => {
  const area = { width: 300, height: 200, gap: 0 };

  it('gives each value an area as large as its weight', () => {
    const tiles = layTreemap([60, 30, 10], (weight) => weight, area);
    expect(tiles.map(({ value }) => value)).toEqual([60, 30, 10]);
    for (const { value, width, height } of tiles) {
      expect(Math.abs(width * height - value * 600)).toBeLessThan(400);
    }
  });

  it('leaves no place without a tile, and none beyond the edge', () => {
    const tiles = layTreemap([5, 3, 2, 2, 1], (weight) => weight, area);
    expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(60_000);
    expect(Math.max(...tiles.map(({ left, width }) => left + width))).toBe(300);
    expect(Math.max(...tiles.map(({ top, height }) => top + height))).toBe(200);
  });

  it('has no tile for what weighs nothing', () => {
    expect(layTreemap([0, 1], (weight) => weight, area)).toEqual([
      { value: 1, left: 0, top: 0, width: 300, height: 200 },
    ]);
    expect(layTreemap([], (weight: number) => weight, area)).toEqual([]);
  });
});
