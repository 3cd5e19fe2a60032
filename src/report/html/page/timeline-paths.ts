/** The shapes of the time line: one path a series, however many requests there are. */

import type { PageRequest } from '../page-data.js';

export interface TimelineSize {
  /** Of what is seen of it. */
  readonly width: number;
  readonly height: number;
}

export interface TimelinePaths {
  /** Wider than what is seen when the requests are many. */
  readonly width: number;
  /** From one bar to the next. */
  readonly step: number;
  readonly barWidth: number;
  /** Height of the line from which bars go up and down. */
  readonly ground: number;
  readonly kept: string;
  readonly added: string;
  readonly dropped: string;
  /** A tick at the height of the bytes that are shared with the request before. */
  readonly prefix: string;
  /** Which requests have their number written under them: as many as there is room for. */
  readonly labelled: readonly number[];
  /** A mark over each request for a compaction. */
  readonly compactions: string;
}

const marksHeight = 14;
const narrowestStep = 7;
const widestStep = 56;
const labelWidth = 44;

export function timelinePaths(
  requests: readonly PageRequest[],
  { width: seen, height }: TimelineSize,
): TimelinePaths {
  const step = Math.min(widestStep, Math.max(narrowestStep, seen / Math.max(1, requests.length)));
  const barWidth = Math.max(4, step * 0.72);
  const most = (of: (request: PageRequest) => number) =>
    requests.reduce((highest, request) => Math.max(highest, of(request)), 0);
  const highest = Math.max(
    1,
    most(({ bytes }) => bytes),
  );
  const deepest = most(({ droppedBytes }) => droppedBytes);
  const scale = (height - marksHeight) / (highest + deepest);
  const ground = marksHeight + highest * scale;

  const bar = (index: number, from: number, bytes: number) => {
    const tall = bytes * scale;
    if (tall === 0) return '';
    const left = index * step + (step - barWidth) / 2;
    return `M${fixed(left)} ${fixed(from)}h${fixed(barWidth)}v${fixed(tall)}h${fixed(-barWidth)}z`;
  };
  const series = (shape: (request: PageRequest, index: number) => string) =>
    requests.map(shape).join('');
  return {
    width: Math.max(seen, step * requests.length),
    step,
    barWidth,
    ground,
    labelled: requests.flatMap((_, index) =>
      index % Math.ceil(labelWidth / step) === 0 ? [index] : [],
    ),
    kept: series(({ keptBytes }, index) => bar(index, ground - keptBytes * scale, keptBytes)),
    added: series(({ keptBytes, addedBytes }, index) =>
      bar(index, ground - (keptBytes + addedBytes) * scale, addedBytes),
    ),
    dropped: series(({ droppedBytes }, index) => bar(index, ground, droppedBytes)),
    prefix: series(({ prefixBytes }, index) => {
      if (prefixBytes === 0) return '';
      const top = fixed(ground - prefixBytes * scale);
      return `M${fixed(index * step)} ${top}h${fixed(step)}`;
    }),
    compactions: series(({ kind }, index) => {
      if (kind !== 'compaction') return '';
      return `M${fixed(index * step + step / 2)} 11l-5 -9h10z`;
    }),
  };
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
