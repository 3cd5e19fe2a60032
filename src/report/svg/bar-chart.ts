/** A plot of horizontal bars: names to the left, values at their ends. */

import {
  element,
  headHeight,
  type PlotHead,
  plotDocument,
  text,
  textWidth,
  width,
} from './document.js';
import { createScale, type ScaleKind } from './scale.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** What stands at its end; the value otherwise. */
  readonly label?: string;
}

export interface BarChart extends PlotHead {
  readonly bars: readonly Bar[];
  /** What the values are. */
  readonly axis: string;
  readonly scale?: ScaleKind;
  /** How a value is written at the axis. */
  readonly format?: (value: number) => string;
}

const rowHeight = 24;
const barHeight = 16;
const footHeight = 56;
const longestName = 220;

/** @returns an SVG document */
export function barChart(chart: BarChart): string {
  const { bars, axis, scale: kind = 'linear', format = String } = chart;
  const scale = createScale(
    kind,
    bars.map(({ value }) => value),
  );
  const labels = bars.map(({ value, label }) => label ?? format(value));
  const left = 36 + Math.min(longestName, Math.max(...bars.map(({ name }) => textWidth(name)), 0));
  const right = width - 20 - Math.max(...labels.map(textWidth), 0);
  const placeOf = (value: number): number => left + scale.place(value) * (right - left);
  const bottom = headHeight + bars.length * rowHeight + 6;
  const marks = scale.ticks.map((tick) => {
    const x = placeOf(tick);
    return [
      element('line', { class: 'grid', x1: x, x2: x, y1: headHeight, y2: bottom }),
      text(format(tick), { x, y: bottom + 18, 'text-anchor': 'middle' }),
    ].join('');
  });
  const rows = bars.map(({ name, value }, index) => {
    const y = headHeight + index * rowHeight + (rowHeight - barHeight) / 2 + 3;
    const end = placeOf(value);
    return [
      text(name, { class: 'strong', x: left - 8, y: y + 12, 'text-anchor': 'end' }),
      element('rect', {
        class: 'fill0',
        x: left,
        y,
        width: Math.max(1, end - left),
        height: barHeight,
        rx: 2,
      }),
      text(labels[index] ?? '', { class: 'strong', x: Math.max(end, left + 1) + 6, y: y + 12 }),
    ].join('');
  });
  const content = [
    ...marks,
    element('line', { class: 'axis', x1: left, x2: left, y1: headHeight, y2: bottom }),
    ...rows,
    text(axis, { x: (left + right) / 2, y: bottom + 40, 'text-anchor': 'middle' }),
  ];
  return plotDocument(chart, bottom + footHeight, content.join('\n'));
}
