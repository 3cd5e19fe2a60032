/** A plot of lines over two axes, each linear or logarithmic, with a legend above. */

import {
  element,
  headHeight,
  type PlotHead,
  plotDocument,
  seriesCount,
  text,
  textWidth,
  width,
} from './document.js';
import { createScale, type Scale, type ScaleKind } from './scale.js';

export interface Axis {
  readonly title: string;
  readonly scale?: ScaleKind;
  readonly format?: (value: number) => string;
}

/** Points in the order they are joined. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart extends PlotHead {
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

const top = headHeight + 28;
const bottom = 380;
const height = 436;
const right = width - 28;
/** Points of fewer than this many are drawn as dots too. */
const fewPoints = 40;

/** @returns an SVG document */
export function lineChart(chart: LineChart): string {
  const points = chart.series.flatMap((series) => series.points);
  const xs = createScale(
    chart.x.scale ?? 'linear',
    points.map(([x]) => x),
  );
  const ys = createScale(
    chart.y.scale ?? 'linear',
    points.map(([, y]) => y),
  );
  const { format: formatX = String } = chart.x;
  const { format: formatY = String } = chart.y;
  const left = 44 + Math.max(...ys.ticks.map((tick) => textWidth(formatY(tick))));
  const place: Place = {
    x: (value) => left + xs.place(value) * (right - left),
    y: (value) => bottom - ys.place(value) * (bottom - top),
  };
  const content = [
    ...xMarks(xs, place, formatX),
    ...ys.ticks.map((tick) => {
      const y = place.y(tick);
      const line = element('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y });
      return line + text(formatY(tick), { x: left - 8, y: y + 4, 'text-anchor': 'end' });
    }),
    element('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom }),
    ...chart.series.map((series, index) => drawn(series, index % seriesCount, place)),
    legend(chart.series, left),
    text(chart.x.title, { x: (left + right) / 2, y: bottom + 42, 'text-anchor': 'middle' }),
    text(chart.y.title, {
      x: 20,
      y: (top + bottom) / 2,
      'text-anchor': 'middle',
      transform: `rotate(-90 20 ${(top + bottom) / 2})`,
    }),
  ];
  return plotDocument(chart, height, content.join('\n'));
}

/** From values to places in the drawing. */
interface Place {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function xMarks({ ticks }: Scale, place: Place, format: (value: number) => string): string[] {
  return ticks.map((tick) => {
    const x = place.x(tick);
    const line = element('line', { class: 'axis', x1: x, x2: x, y1: bottom, y2: bottom + 5 });
    return line + text(format(tick), { x, y: bottom + 20, 'text-anchor': 'middle' });
  });
}

function drawn({ points }: Series, colour: number, place: Place): string {
  const places = points.map(([x, y]) => [place.x(x), place.y(y)] as const);
  const path = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const line = element('polyline', { class: `line${colour}`, points: path });
  if (points.length >= fewPoints) return line;
  const dots = places.map(([cx, cy]) =>
    element('circle', { class: `fill${colour}`, cx, cy, r: 3 }),
  );
  return line + dots.join('');
}

function legend(series: readonly Series[], left: number): string {
  let x = left;
  return series
    .map(({ name }, index) => {
      const start = x;
      x += 36 + textWidth(name);
      const mark = {
        class: `fill${index % seriesCount}`,
        x: start,
        y: headHeight + 4,
        width: 12,
        height: 4,
      };
      return (
        element('rect', mark) + text(name, { class: 'strong', x: start + 18, y: headHeight + 10 })
      );
    })
    .join('');
}
