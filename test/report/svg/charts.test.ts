import { describe, expect, it } from 'vitest';
import { barChart } from '../../../src/report/svg/bar-chart.js';
import { lineChart } from '../../../src/report/svg/line-chart.js';

/** The texts of a document, in order. */
function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) => words);
}

describe('barChart', () => {
  it('names every bar and writes its value, with what is markup as text', () => {
    const svg = barChart({
      title: 'Grain <by> kind',
      axis: 'sacks',
      bars: [
        { name: 'rye & oats', value: 2 },
        { name: 'wheat', value: 1, label: 'one' },
      ],
    });
    expect(textsOf(svg)).toEqual([
      'Grain &lt;by&gt; kind',
      '0',
      '0.5',
      '1',
      '1.5',
      '2',
      'rye &amp; oats',
      '2',
      'wheat',
      'one',
      'sacks',
    ]);
    expect(svg).not.toContain('NaN');
  });
});

describe('lineChart', () => {
  it('has both axes, their titles and a legend, and draws a line a series', () => {
    const svg = lineChart({
      title: 'Time by size',
      x: { title: 'bytes', scale: 'log' },
      y: { title: 'seconds' },
      series: [
        {
          name: 'ours',
          points: [
            [1, 1],
            [10, 2],
            [100, 3],
          ],
        },
        {
          name: 'theirs',
          points: [
            [1, 4],
            [100, 5],
          ],
        },
      ],
    });
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['Time by size', 'ours', 'theirs', 'bytes', 'seconds', '1', '100']),
    );
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).not.toContain('NaN');
  });
});
